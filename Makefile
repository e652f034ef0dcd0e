# Names for the scripts in deploy/, for those whose fingers type make.
.PHONY: build test lint sanitize run ci
build:
	deploy/build
test:
	deploy/test
lint:
	deploy/lint
sanitize:
	deploy/sanitize
run:
	deploy/quickstart
ci:
	.ci/run
