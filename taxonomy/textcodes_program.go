package taxonomy

import "strings"

// exitInText: "exit status 75", "exited with code 137", "returned non-zero exit
// status 127". Numbers below 64 mean what each program likes; the words beside
// them say more.
func exitInText(r *reading, i int) *Error {
	k := i + 1
	for k < i+4 && (r.at(k) == "with" || r.at(k) == "exit" || r.at(k) == "code" || r.at(k) == "status" || r.at(k) == "value") {
		k++
	}
	n, ok := r.number(k)
	if !ok || k == i+1 || n < 64 || n > 255 {
		return nil
	}
	return namedOrSignal((&ExitError{Code: n, Stderr: r.after(k)}).judge(), n > 128)
}

// namedOrSignal is named, but for what a signal ended (signal): nobody needs to know
// the program for that.
func namedOrSignal(e *Error, signal bool) *Error { //nolint:revive // a fact about e, no mode
	if e != nil && signal {
		e.Message = ""
		return e
	}
	return named(e)
}

// signals are the names that os/exec and shells print (signal(7)).
//
//nolint:gochecknoglobals // a table, never written
var signals = map[string]int{
	"hangup": 1, "interrupt": 2, "quit": 3, "aborted": 6, "abort": 6, "killed": 9, "segmentation": 11, "terminated": 15,
	"sighup": 1, "sigint": 2, "sigquit": 3, "sigabrt": 6, "sigkill": 9, "sigsegv": 11, "sigpipe": 13, "sigterm": 15, "sigbus": 7, "sigxcpu": 24,
}

// signalInText: "signal: killed" (os/exec), "terminated by signal SIGKILL",
// "killed by signal 9".
func signalInText(r *reading, i int) *Error {
	n, ok := signals[r.at(i+1)]
	if !ok {
		if n, ok = r.number(i + 1); !ok || n == 0 || n > 31 || r.at(i-1) != "by" && r.at(i-1) != "with" {
			return nil
		}
	} else if r.words[i].at+len("signal") < len(r.text) && r.text[r.words[i].at+len("signal")] != ':' && r.at(i-1) != "by" {
		return nil
	}
	e := (&ExitError{Code: -1, Signal: n}).judge()
	if e != nil {
		e.Message = ""
	}
	return e
}

// panicInText: "panic: …" where a line begins with it and a stack follows, as
// Go's runtime prints it. What was done until then nobody knows, whatever the
// words behind it are.
func panicInText(r *reading, i int) *Error {
	at := r.words[i].at
	if at > 0 && r.text[at-1] != '\n' || !strings.Contains(r.text[at:], "\ngoroutine ") || !strings.HasPrefix(r.text[at+len("panic"):], ":") {
		return nil
	}
	return &Error{Class: Fatal, Code: CodePanic, Applied: Unanswered, Scope: ScopeItem}
}

// clientCodes are what Chromium ("net::ERR_…": net/base/net_error_list.h), axios
// (AxiosError) and undici (errors.js) call their failures.
//
//nolint:gochecknoglobals // a table, never written
var clientCodes = map[string]ruling{
	"err_connection_refused": {Transient, CodeConnectionRefused, No, ScopeHost}, "err_address_unreachable": {Transient, CodeUnavailable, No, ScopeHost}, "err_connection_failed": {Transient, CodeUnavailable, No, ScopeHost},
	"err_internet_disconnected": {Transient, CodeUnavailable, No, ScopeHost}, "err_proxy_connection_failed": {Transient, CodeUnavailable, No, ScopeHost}, "err_connection_timed_out": {Transient, CodeTimeout, No, ScopeHost}, "err_name_not_resolved": {Transient, CodeDNSFailure, No, ScopeHost}, "err_name_resolution_failed": {Transient, CodeDNSFailure, No, ScopeHost},
	"err_connection_reset": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_connection_closed": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_connection_aborted": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_empty_response": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_network_changed": {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"err_http2_protocol_error": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_incomplete_chunked_encoding": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_socket_not_connected": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_quic_protocol_error": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_timed_out": {Transient, CodeTimeout, Unanswered, ScopeHost},
	"err_aborted": {Fatal, CodeCanceled, Unanswered, ScopeItem}, "err_too_many_redirects": {Fatal, CodeUnsupported, Answered, ScopeTool}, "err_unknown_url_scheme": {InputError, CodeInvalidFormat, No, ScopeItem}, "err_invalid_url": {InputError, CodeInvalidFormat, No, ScopeItem}, "err_file_not_found": {InputError, CodeFileNotFound, No, ScopeTarget},
	"err_access_denied": {Permission, CodeForbidden, No, ScopeTarget}, "err_invalid_auth_credentials": {Permission, CodeUnauthenticated, No, ScopeCredential}, "err_blocked_by_client": {Permission, CodeForbidden, No, ScopeTarget}, "err_blocked_by_administrator": {Permission, CodeForbidden, No, ScopeTarget}, "err_unsafe_port": {InputError, CodeValidationFailed, No, ScopeItem},
	"err_ssl_protocol_error": {Fatal, CodeUnsupported, No, ScopeHost}, "err_ssl_version_or_cipher_mismatch": {Fatal, CodeUnsupported, No, ScopeHost}, "err_insufficient_resources": {Transient, CodeOverloaded, Answered, ScopeHost}, "err_out_of_memory": {Transient, CodeOverloaded, Answered, ScopeHost},
	"err_network": {Transient, CodeUnavailable, Unanswered, ScopeHost}, "err_canceled": {Fatal, CodeCanceled, Unanswered, ScopeItem}, "err_tls_cert_altname_invalid": {Fatal, CodeCertificateInvalid, No, ScopeHost},
	"err_invalid_arg_type": {InputError, CodeWrongType, No, ScopeItem}, "err_invalid_arg_value": {InputError, CodeValidationFailed, No, ScopeItem}, "err_out_of_range": {InputError, CodeOutOfRange, No, ScopeItem}, "err_missing_args": {InputError, CodeMissingField, No, ScopeItem}, "err_stream_premature_close": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "err_socket_connection_timeout": {Transient, CodeTimeout, No, ScopeHost},
	"und_err_connect_timeout": {Transient, CodeTimeout, No, ScopeHost}, "und_err_headers_timeout": {Transient, CodeTimeout, Unanswered, ScopeHost}, "und_err_body_timeout": {Transient, CodeTimeout, Unanswered, ScopeHost}, "und_err_socket": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "und_err_aborted": {Fatal, CodeCanceled, Unanswered, ScopeItem},
}

func clientCodeInText(r *reading, i int) *Error {
	row, ok := clientCodes[r.at(i)]
	switch {
	case ok:
	case strings.HasPrefix(r.at(i), "err_cert_") && r.at(i-1) == "net", r.at(i) == "err_ssl_server_cert_bad_format":
		row = ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}
	default:
		return nil
	}
	return &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope}
}

// exceptionRow is what the name of an exception says. weak: it is a name for many
// things, so that the words beside it are asked first.
type exceptionRow struct {
	ruling
	weak bool
}

//nolint:gochecknoglobals // rows of the table
var (
	exTimeout     = exceptionRow{ruling{Transient, CodeTimeout, Unanswered, ScopeHost}, true}
	exNoAnswer    = exceptionRow{ruling{Transient, CodeTimeout, Unanswered, ScopeHost}, false}
	exDialTimeout = exceptionRow{ruling{Transient, CodeTimeout, No, ScopeHost}, false}
	exReset       = exceptionRow{ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}, true}
	exRefused     = exceptionRow{ruling{Transient, CodeConnectionRefused, No, ScopeHost}, true}
	exDNS         = exceptionRow{ruling{Transient, CodeDNSFailure, No, ScopeHost}, false}
	exUnavailable = exceptionRow{ruling{Transient, CodeUnavailable, Answered, ScopeHost}, true}
	exExists      = exceptionRow{ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, true}
	exVersion     = exceptionRow{ruling{ResourceConflict, CodeVersionConflict, No, ScopeTarget}, false}
	exLocked      = exceptionRow{ruling{ResourceConflict, CodeLocked, No, ScopeTarget}, true}
	exForbidden   = exceptionRow{ruling{Permission, CodeForbidden, No, ScopeTarget}, false}
	exLogin       = exceptionRow{ruling{Permission, CodeUnauthenticated, No, ScopeCredential}, false}
	exNoFile      = exceptionRow{ruling{InputError, CodeFileNotFound, No, ScopeTarget}, false}
	exInvalid     = exceptionRow{ruling{InputError, CodeValidationFailed, No, ScopeItem}, true}
	exFormat      = exceptionRow{ruling{InputError, CodeInvalidFormat, No, ScopeItem}, true}
	exUnreached   = exceptionRow{ruling{Transient, CodeUnavailable, Unanswered, ScopeHost}, true}
	exFull        = exceptionRow{ruling{Transient, CodeOverloaded, No, ScopeHost}, false}  // the queue refused it
	exOpen        = exceptionRow{ruling{Transient, CodeCircuitOpen, No, ScopeHost}, false} // nothing was sent
	exBug         = exceptionRow{ruling{Fatal, CodeUnknown, Answered, ScopeItem}, false}
)

// namedExceptions are the exceptions of Java (java.net, java.nio, java.sql,
// Spring), .NET, Python (the standard library, requests, urllib3, httpx, DB-API,
// botocore) and JavaScript that say by their names what is wrong, in lower case.
//
//nolint:gochecknoglobals // a table, never written
var namedExceptions = map[string]exceptionRow{
	"sockettimeoutexception": exTimeout, "httptimeoutexception": exTimeout, "timeoutexception": exTimeout, "timeouterror": exTimeout, "readtimeout": exNoAnswer, "readtimeouterror": exNoAnswer, "readtimeoutexception": exNoAnswer, "writetimeout": exNoAnswer, "taskcanceledexception": exTimeout, "serverselectiontimeouterror": exUnavailable,
	"connecttimeout": exDialTimeout, "connecttimeouterror": exDialTimeout, "httpconnecttimeoutexception": exDialTimeout, "connecttimeoutexception": exDialTimeout, "pooltimeout": exDialTimeout,
	"connectexception": exRefused, "httphostconnectexception": exRefused, "connectionrefusederror": exRefused, "connecterror": {ruling{Transient, CodeUnavailable, No, ScopeHost}, true}, "endpointconnectionerror": {ruling{Transient, CodeUnavailable, No, ScopeHost}, true}, "newconnectionerror": {ruling{Transient, CodeUnavailable, No, ScopeHost}, true}, "noroutetohostexception": {ruling{Transient, CodeUnavailable, No, ScopeHost}, false},
	"unknownhostexception": exDNS, "gaierror": exDNS, "nameresolutionerror": exDNS, "connectionreseterror": exReset, "brokenpipeerror": exReset, "connectionabortederror": exReset, "remotedisconnected": exReset, "remoteprotocolerror": exReset, "incompleteread": exReset, "chunkedencodingerror": exReset, "protocolerror": exReset, "connectionerror": exReset, "serverdisconnectederror": exReset, "nohttpresponseexception": exReset, "eofexception": exReset, "socketexception": exReset,
	"sqltransientconnectionexception": exUnavailable, "sqlrecoverableexception": exReset, "sqltimeoutexception": exTimeout, "communicationsexception": exReset, "sqltransactionrollbackexception": {ruling{Transient, CodeSerializationFailure, No, ScopeTarget}, true}, "deadlockloserdataaccessexception": {ruling{Transient, CodeDeadlock, No, ScopeTarget}, false}, "deadlockdetected": {ruling{Transient, CodeDeadlock, No, ScopeTarget}, false}, "serializationfailure": {ruling{Transient, CodeSerializationFailure, No, ScopeTarget}, false}, "cannotacquirelockexception": {ruling{Transient, CodeLocked, No, ScopeTarget}, false}, "pessimisticlockexception": exLocked, "locknotavailable": exLocked, "lockacquisitionexception": {ruling{Transient, CodeLocked, No, ScopeTarget}, true}, "querycanceled": exTimeout,
	"sqlintegrityconstraintviolationexception": exExists, "duplicatekeyexception": exExists, "duplicatekeyerror": exExists, "uniqueviolation": exExists, "integrityerror": exExists, "dataintegrityviolationexception": exExists, "foreignkeyviolation": {ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}, true}, "notnullviolation": {ruling{InputError, CodeMissingField, No, ScopeItem}, false}, "checkviolation": exInvalid, "fileexistserror": exExists, "filealreadyexistsexception": exExists, "invalidtextrepresentation": exFormat, "undefinedcolumn": {ruling{InputError, CodeUnknownField, No, ScopeItem}, false}, "undefinedtable": exInvalid, "numericvalueoutofrange": {ruling{InputError, CodeOutOfRange, No, ScopeItem}, false},
	"optimisticlockexception": exVersion, "staleobjectstateexception": exVersion, "staledataerror": exVersion, "objectoptimisticlockingfailureexception": exVersion, "dbupdateconcurrencyexception": exVersion, "conditionalcheckfailedexception": exVersion,
	"unauthorizedaccessexception": exForbidden, "accessdeniedexception": exForbidden, "accesscontrolexception": exForbidden, "permissionerror": {exForbidden.ruling, true}, "insufficientprivilege": exForbidden, "securityexception": exForbidden, "permissiondenied": {exForbidden.ruling, true}, "badcredentialsexception": exLogin, "authenticationexception": exLogin, "nocredentialserror": exLogin, "partialcredentialserror": exLogin, "expiredsignatureerror": exLogin, "expiredtokenexception": exLogin, "authenticationerror": exLogin, "invalidtokenerror": exLogin, "tokenexpirederror": exLogin, "lockedexception": {ruling{Permission, CodeAccountLocked, No, ScopeCredential}, false}, "disabledexception": {ruling{Permission, CodeAccountLocked, No, ScopeCredential}, false},
	"filenotfounderror": exNoFile, "filenotfoundexception": exNoFile, "nosuchfileexception": exNoFile, "directorynotfoundexception": exNoFile, "notadirectoryerror": exNoFile, "illegalargumentexception": exInvalid, "argumentexception": exInvalid, "argumentnullexception": {ruling{InputError, CodeMissingField, No, ScopeItem}, false}, "argumentoutofrangeexception": {ruling{InputError, CodeOutOfRange, No, ScopeItem}, false}, "constraintviolationexception": exInvalid, "methodargumentnotvalidexception": exInvalid, "paramvalidationerror": exInvalid, "validationerror": exInvalid, "numberformatexception": exFormat, "formatexception": exFormat, "datetimeparseexception": exFormat, "valueerror": exInvalid, "missingservletrequestparameterexception": {ruling{InputError, CodeMissingField, No, ScopeItem}, false}, "httpmessagenotreadableexception": exFormat,
	"entitynotfoundexception": {ruling{Fatal, CodeNotFound, No, ScopeTarget}, false}, "objectdoesnotexist": {ruling{Fatal, CodeNotFound, No, ScopeTarget}, false}, "doesnotexist": {ruling{Fatal, CodeNotFound, No, ScopeTarget}, false}, "noresultfound": {ruling{Fatal, CodeNotFound, No, ScopeTarget}, false}, "emptyresultdataaccessexception": {ruling{Fatal, CodeNotFound, No, ScopeTarget}, false},
	"sslcertverificationerror": {ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}, false}, "sslhandshakeexception": {ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}, true}, "sslpeerunverifiedexception": {ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}, false}, "certificateexpiredexception": {ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}, false}, "sslerror": {ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}, true},
	"nullpointerexception": exBug, "nullreferenceexception": exBug, "attributeerror": exBug, "keyerror": exBug, "indexerror": exBug, "zerodivisionerror": exBug, "nameerror": exBug, "classcastexception": exBug, "indexoutofboundsexception": exBug, "arrayindexoutofboundsexception": exBug, "assertionerror": exBug, "recursionerror": exBug, "unboundlocalerror": exBug, "stackoverflowerror": exBug, "modulenotfounderror": {ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}, false}, "importerror": {ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}, false},
	"opentimeout": exDialTimeout, "connectionfailed": exUnreached, "lockwaittimeout": {ruling{Transient, CodeLocked, No, ScopeTarget}, false}, "recordinvalid": exInvalid, "parametermissing": {ruling{InputError, CodeMissingField, No, ScopeItem}, false}, "softtimelimitexceeded": exNoAnswer, "timelimitexceeded": exNoAnswer,
	"mongonetworkerror": exReset, "mongonetworktimeouterror": exNoAnswer, "mongoserverselectionerror": exUnavailable, "notprimaryerror": exUnavailable, "autoreconnect": exReset,
	"rejectedexecutionexception": exFull, "taskrejectedexception": exFull, "bulkheadfullexception": exFull, "bulkheadrejectedexception": exFull, "callnotpermittedexception": exOpen, "brokencircuitexception": exOpen, "isolatedcircuitexception": exOpen, "circuitbreakererror": exOpen, "hystrixruntimeexception": exUnavailable, "ratelimiterrejectedexception": {ruling{Transient, CodeRateLimited, No, ScopeHost}, false},
	"outofmemoryerror": {ruling{Fatal, CodeOverloaded, Answered, ScopeHost}, false}, "notimplementederror": {ruling{Fatal, CodeUnsupported, No, ScopeTool}, false}, "unsupportedoperationexception": {ruling{Fatal, CodeUnsupported, Answered, ScopeTool}, false}, "keyboardinterrupt": {ruling{Fatal, CodeCanceled, Unanswered, ScopeItem}, false}, "cancellederror": {ruling{Fatal, CodeCanceled, Unanswered, ScopeItem}, false}, "cancellationexception": {ruling{Fatal, CodeCanceled, Unanswered, ScopeItem}, false}, "operationcanceledexception": {ruling{Fatal, CodeCanceled, Unanswered, ScopeItem}, false}, "serviceunavailableexception": exUnavailable, "throttlingexception": {ruling{Transient, CodeRateLimited, No, ScopeHost}, false}, "toomanyrequestsexception": {ruling{Transient, CodeRateLimited, No, ScopeHost}, false}, "ratelimiterror": {ruling{Transient, CodeRateLimited, No, ScopeHost}, true},
}

// exceptionInText: a name counts where it is printed as that of an exception:
// before a colon or a parenthesis, or as the whole text.
func exceptionInText(r *reading, i int) *Error {
	w := r.words[i]
	if w.s != "connecttimeout" && strings.ToLower(r.raw(w)) == r.raw(w) {
		return nil // none is written in small letters
	}
	if rest := strings.TrimLeft(r.text[w.at+len(w.s):], " "); rest != "" && rest[0] != ':' && rest[0] != '(' && rest[0] != '\n' && !strings.HasPrefix(rest, "with #<") {
		return nil
	}
	row := namedExceptions[w.s]
	if row.weak {
		if said := statusInText(r); said != nil {
			return said
		}
		if said := words(r); said != nil {
			return said
		}
	}
	e := &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope}
	if row.code == CodeUnknown || row.class != Transient {
		if f := r.find(false); f.lost || f.waited {
			e.Applied = Unanswered
		}
	}
	return e
}
