print("0.1.0")
