// Package exectool makes tools of commands.
package exectool

import _ "github.com/expr-lang/expr"
