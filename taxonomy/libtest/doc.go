// Package libtest holds package taxonomy against the real libraries whose
// errors it knows by name, so that a renamed field breaks a test here and not a
// user. It is a module of its own: package taxonomy imports the standard
// library only.
package libtest
