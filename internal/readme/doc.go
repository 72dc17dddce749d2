// Command readme keeps the Go code in README.md the code that is compiled.
//
// A README is read before anything else, and its code goes stale before
// anything else: no compiler sees it. So every Go block of it is a copy of
// something that the tests compile, and says of what on the line above:
//
//	<!-- code: example_readme_test.go#Example_deadlines -->
//	```go
//	…
//	```
//
// The part after # is a function, of which the body is shown, or a region of
// the file (asked for first), which stands between two comments:
//
//	// readme:start orders
//	…
//	// readme:end
//
// A function's body may itself hold one such pair, without a name, where not
// all of it is worth showing. Without # the whole file is shown. Indentation
// that all lines share is taken off.
//
// From the root of the module,
//
//	go run ./internal/readme       compares, and fails where they differ
//	go run ./internal/readme -w    writes the code into README.md
//
// It fails as well if a Go block has no such mark, or if the file named is not
// one that the Go command compiles: a block that nobody checks is the stale
// one. It guarantees nothing about code in other languages, and nothing about
// what the code prints: for that, let the example have an Output comment.
package main
