// Package tmpl holds the templates of job files: texts with names in braces, compiled once and
// rendered for every item.
//
//	{x}             the value of x; {a.b} goes into objects (and {a.0} into lists)
//	{{ and }}       a brace that is meant as one
//	{qty:integer}   converted, without loss or not at all; also number, boolean and json
//	${env:NAME}     an environment variable, which is a secret
//	$${x}           a dollar sign before a value
//
// A [Template] is one text. A [Tree] is any JSON value whose strings are templates: a string that
// is one name and nothing else keeps the JSON type of its value, any other gives a string, and a
// field whose only name has no value is left out of its object.
//
// # Guarantees
//
// Values are JSON and stay as they are: 9007199254740993 and "00042" come out as they went in,
// for no number is ever read into a float. A conversion that would change anything is a
// [FieldError], which names the field and its text.
//
// The value of an environment variable is never part of an error, and never part of a compiled
// template: it is looked up at each rendering. HasSecret says whether a rendered text would
// contain one, and Redacted renders the same text with ${env:NAME} in its place, for everything
// that is stored or shown.
//
// Compiled templates and trees never change and are safe for concurrent use.
package tmpl
