package taxonomy

// mailInText reads a reply of SMTP with its enhanced status: "550 5.1.1 User
// unknown", "421-4.7.0 Try again later" (RFC 5321 section 4.2, RFC 3463). It says
// that this message was not taken.
func mailInText(r *reading) *Error {
	for i, w := range r.words {
		if len(w.s) != 3 || w.s[0] != '4' && w.s[0] != '5' || i+3 >= len(r.words) || w.quoted {
			continue
		}
		rest := r.text[w.at+len(w.s):]
		if _, ok := r.number(i); !ok || len(rest) < 6 || rest[0] != ' ' && rest[0] != '-' || rest[1] != w.s[0] || rest[2] != '.' {
			continue
		}
		subject, ok := r.number(i + 2)
		detail, numbered := r.number(i + 3)
		if !ok || !numbered || subject > 7 || r.words[i+3].at != r.words[i+2].at+len(r.at(i+2))+1 {
			continue
		}
		row := mailRow(w.s[0] == '4', subject, detail)
		return &Error{Class: row.class, Code: row.code, Applied: No, Scope: row.scope, Basis: BasisText}
	}
	return nil
}

// mailRow follows RFC 3463 section 3 and the registry of enhanced codes (RFC
// 5248, with 5.7.8 and 5.7.9 of RFC 4954).
func mailRow(transient bool, subject, detail int) ruling {
	switch {
	case transient:
		return ruling{Transient, CodeUnavailable, No, ScopeHost}
	case subject == 1: // the address
		return ruling{InputError, CodeValidationFailed, No, ScopeItem}
	case subject == 2 && detail == 3, subject == 3 && detail == 4: // too long
		return ruling{InputError, CodeTooLarge, No, ScopeItem}
	case subject == 2: // the mailbox: disabled, full
		return ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}
	case subject == 5, subject == 6: // the protocol, the content
		return ruling{InputError, CodeInvalidFormat, No, ScopeItem}
	case subject == 7 && (detail == 0 || detail == 8 || detail == 9 || detail == 13 || detail == 14):
		return ruling{Permission, CodeUnauthenticated, No, ScopeCredential}
	case subject == 7:
		return ruling{Permission, CodeForbidden, No, ScopeTarget}
	}
	return ruling{Fatal, CodeUnknown, No, ScopeItem}
}
