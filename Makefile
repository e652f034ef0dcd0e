# Names for the scripts in deploy/, for those whose fingers type make.
.PHONY: build test lint sanitize example documentation verify run ci
build:
	deploy/build
test:
	deploy/test
lint:
	deploy/lint
sanitize:
	deploy/sanitize
example:
	deploy/example
documentation:
	deploy/documentation
verify:
	deploy/verify
run:
	deploy/quickstart
ci:
	.ci/run
