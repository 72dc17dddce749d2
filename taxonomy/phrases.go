package taxonomy

// phrases is one row of the table of words.
type phrases struct {
	class   Class
	code    Code
	applied Applied
	lost    bool     // it tells of a reply that never came, whatever else is said
	words   []string // lower-case words with single spaces, each at word boundaries
	runs    []string // scripts without spaces: plain substrings
}

// phraseTable is asked from the top: what is said for sure stands before what
// is only mentioned. A tool that says in words that it refused is taken to have
// done nothing; one that says that it failed is not. The rows at the end hold
// words that are as often a name ("user timeout setting"); they decide only
// where nothing else does, and prove nothing.
//
// The words are those of systems in use: errno and resolver texts, HTTP reason
// phrases, PostgreSQL, MySQL, SQL Server and SQLite, JSON Schema validators,
// pydantic, Rails and joi, OAuth, cloud and model services, and the common
// business refusals, in English, Chinese, Japanese, German, French, Spanish and
// Portuguese where an application speaks to its users.
//
//nolint:gochecknoglobals // a table, never written
var phraseTable = []phrases{
	// Nothing was sent.
	{
		class: Transient, code: CodeConnectionRefused, applied: No,
		words: []string{
			"connection refused", "econnrefused", "connect refused", "actively refused", "conexión rechazada", "conexão recusada",
			"verbindung verweigert", "connexion refusée",
		},
		runs: []string{"拒绝连接", "连接被拒绝", "拒绝了连接", "接続が拒否", "接続を拒否", "연결이 거부"},
	},
	{class: Fatal, code: CodeDNSFailure, applied: No, words: []string{
		"no such host", "host is not valid", "hostname is not valid", "invalid host", "invalid hostname", "bad hostname",
		"not a valid host", "not a valid hostname", "invalid http_host",
	}},
	{
		class: Transient, code: CodeDNSFailure, applied: No,
		words: []string{
			"name resolution", "could not resolve host", "couldn t resolve host", "enotfound", "eai_again", "getaddrinfo",
			"name or service not known", "unknownhostexception",
		},
		runs: []string{"域名解析失败", "无法解析域名"},
	},
	// Too much at once.
	{
		class: Transient, code: CodeRateLimited, applied: No,
		words: []string{
			"rate limit exceeded", "rate limit reached", "rate limit hit", "rate limit error", "rate limited", "rate limiting", "ratelimited",
			"rate_limit_exceeded", "rate_limit_error", "ratelimiterror", "exceeded rate limit", "exceeded the rate limit", "exceeded your rate limit",
			"hit the rate limit", "over rate limit", "rate limit has been", "too many requests", "request limit exceeded", "request limit reached",
			"requests per minute", "requests per second", "tokens per minute", "queries per minute", "queries per second",
			"throttled", "throttling", "throttlingexception", "slow down", "slowdown", "rate exceeded", "rate of requests exceeds",
		},
		runs: []string{"请求过于频繁", "请求频率", "限流", "频率限制", "操作频繁", "访问频繁", "请求太频繁", "リクエストが多すぎ"},
	},
	{class: Fatal, code: CodeQuotaExhausted, applied: Answered, words: []string{"no space left", "disk quota exceeded", "disk full", "disk is full"}, runs: []string{"磁盘已满", "磁盘空间不足"}},
	{
		class: Fatal, code: CodeQuotaExhausted, applied: No,
		words: []string{
			"quota exceeded", "quota has been exceeded", "quota is exceeded", "quota exhausted", "exceeded your current quota", "exceeded your quota", "exceeded the quota",
			"insufficient_quota", "insufficient quota", "out of credits", "no credits", "insufficient credits", "insufficient balance", "insufficient funds",
			"credit balance is too low", "billing hard limit", "your plan and billing", "payment required", "spending limit",
		},
		runs: []string{"余额不足", "配额已用", "额度不足", "配额不足", "已欠费"},
	},
	// Transactions that were rolled back.
	{class: Transient, code: CodeDeadlock, applied: No, words: []string{"deadlock detected", "deadlock found", "deadlock victim", "deadlocked on lock"}, runs: []string{"死锁"}},
	{class: Transient, code: CodeSerializationFailure, applied: No, words: []string{"could not serialize access", "serialization failure"}},
	{
		class: Transient, code: CodeLocked, applied: No,
		words: []string{"lock request time out", "lock wait timeout", "lock timeout", "lock wait timed out"},
		runs:  []string{"锁等待超时", "ロック待ち"},
	},
	// Arguments, where the words for them hold those of other rows.
	{class: InputError, code: CodeUnknownField, applied: No, words: []string{"extra fields not permitted", "extra inputs are not permitted"}},
	{class: InputError, code: CodeMissingField, applied: No, words: []string{"not allowed to be empty", "not permitted to be empty"}},
	{class: InputError, code: CodeValidationFailed, applied: No, words: []string{
		"password must", "password should", "password is too", "password too", "password cannot", "password needs",
		"forbidden character", "forbidden characters", "forbidden value", "forbidden word", "content policy", "content filter", "content_policy_violation",
	}},
	{class: InputError, code: CodeInvalidFormat, applied: No, words: []string{"invalid token in", "invalid token at", "invalid token near"}},
	// Who is calling.
	{
		class: Permission, code: CodeUnauthenticated, applied: No,
		words: []string{
			"unauthorized", "unauthorised", "unauthenticated", "authentication failed", "authentication failure", "authentication required", "authentication error",
			"not authenticated", "could not authenticate", "auth failed", "not logged in", "login required", "must be logged in", "must log in", "please log in", "please login",
			"sign in required", "must be signed in", "please sign in",
			"invalid token", "invalid access token", "invalid auth token", "invalid bearer token", "invalid refresh token", "invalid session", "invalid jwt", "invalid_token", "invalid_grant", "invalid_client",
			"token is invalid", "token is not valid", "token not valid", "token expired", "token has expired", "token is expired", "expired token", "token revoked", "token has been revoked", "token is missing", "missing token",
			"session expired", "session has expired", "session timed out", "session is invalid", "jwt expired", "login expired",
			"invalid api key", "invalid api_key", "invalid_api_key", "incorrect api key", "wrong api key", "missing api key", "no api key", "api key is invalid", "api key is not valid", "api key not valid", "api key not found",
			"api key expired", "api key has expired", "api key is missing", "api key required", "api key is required",
			"invalid credentials", "bad credentials", "incorrect credentials", "wrong credentials", "missing credentials", "no credentials", "credentials expired", "credentials have expired",
			"wrong password", "invalid password", "incorrect password", "password is incorrect", "password is wrong", "password authentication", "invalid username or password", "signature does not match",
			"nicht angemeldet", "non authentifié", "no autenticado",
		},
		runs: []string{"未登录", "未授权", "认证失败", "鉴权失败", "登录已过期", "登录过期", "登录失效", "请先登录", "密码错误", "密码不正确", "令牌无效", "令牌已过期", "无效的令牌", "无效令牌", "token无效", "无效的token", "密钥无效", "无效的密钥", "认証に失敗", "認証に失敗", "認証エラー"},
	},
	{
		class: Permission, code: CodeAccountLocked, applied: No,
		words: []string{
			"account is locked", "account locked", "account has been locked", "account disabled", "account is disabled", "account has been disabled",
			"account suspended", "account is suspended", "account has been suspended", "user is locked", "user is disabled", "locked out",
		},
		runs: []string{"账号已被锁定", "账户已被锁定", "帐号被锁定", "账号被锁定", "账号已锁定", "账号已被禁用", "账号被禁用", "账户被冻结"},
	},
	{
		class: Permission, code: CodeForbidden, applied: No,
		words: []string{
			"permission denied", "permission_denied", "permissions denied", "access denied", "access_denied", "accessdenied", "access is denied", "access forbidden", "forbidden",
			"operation not permitted", "action not permitted", "access not permitted", "not permitted to", "not allowed to", "not authorized", "not authorised",
			"insufficient permission", "insufficient permissions", "insufficient privileges", "insufficient privilege", "insufficient rights", "insufficient scope", "insufficient_scope", "insufficient access",
			"no permission", "no permissions", "not have permission", "t have permission", "not have access", "t have access", "not have sufficient", "lacks permission", "lack permission", "lacks the permission", "missing permission", "missing permissions", "missing scope",
			"must be an administrator", "must be an admin", "must be a member", "must be an owner", "must be the owner", "requires admin",
			"zugriff verweigert", "keine berechtigung", "accès refusé", "permiso denegado", "acceso denegado", "permissão negada", "acesso negado",
		},
		runs: []string{"无权限", "权限不足", "没有权限", "禁止访问", "无权", "拒绝访问", "无访问权限", "権限がありません", "アクセスが拒否", "권한이 없"},
	},
	// The state of the target; but a busy server is no target.
	{class: Transient, code: CodeOverloaded, applied: Answered, words: []string{"server is busy", "service is busy", "system is busy"}},
	{
		class: ResourceConflict, code: CodeVersionConflict, applied: No,
		words: []string{
			"version conflict", "version mismatch", "expected version", "modified by another", "was modified by", "has been modified", "has changed since", "was changed by", "changed by another", "updated by another",
			"stale version", "stale object", "stale data", "optimistic lock", "optimistic locking", "optimisticlockexception", "edit conflict", "update conflict", "concurrent modification", "concurrent update", "etag mismatch", "precondition failed", "out of date",
		},
		runs: []string{"版本冲突", "已被修改", "数据已变更", "版本不一致", "乐观锁", "更新されています"},
	},
	{
		class: ResourceConflict, code: CodeLocked, applied: No,
		words: []string{
			"is locked", "are locked", "was locked", "has been locked", "locked by", "lock is held", "lock held", "already locked", "currently locked", "database locked",
			"could not acquire lock", "could not obtain lock", "failed to acquire lock", "unable to acquire lock", "cannot acquire lock", "resource locked", "record locked", "file locked",
			"gesperrt", "bloqueado por", "está bloqueado", "verrouillé",
		},
		runs: []string{"被锁定", "已锁定", "锁定中", "已锁住", "正在编辑", "ロックされています", "잠겨"},
	},
	{
		class: ResourceConflict, code: CodeAlreadyExists, applied: No,
		words: []string{
			"already exists", "already exist", "already_exists", "alreadyexists", "already taken", "already been taken", "duplicate key", "duplicate entry", "duplicate record", "duplicate value", "is a duplicate",
			"already registered", "file exists", "unique constraint", "must be unique", "is not unique", "existiert bereits", "ya existe", "existe déjà", "já existe",
		},
		runs: []string{"已存在", "已经存在", "重复", "已被占用", "すでに存在", "既に存在", "이미 존재"},
	},
	{
		class: ResourceConflict, code: CodeBusy, applied: No,
		words: []string{"in use", "being used by", "used by another process", "resource busy", "is busy", "resource is busy", "in progress", "being processed"},
		runs:  []string{"正在使用", "被占用", "正在处理", "正在进行", "使用中"},
	},
	{
		class: ResourceConflict, code: CodeStateConflict, applied: No,
		words: []string{
			"conflict", "conflicts with", "already shipped", "already cancelled", "already canceled", "already closed", "already completed", "already processed", "already paid", "already delivered", "already refunded", "already submitted", "already approved",
			"cannot cancel", "cannot be cancelled", "cannot be canceled", "cannot be modified", "cannot be changed", "cannot be deleted", "cannot be edited", "cannot be refunded", "no longer be",
			"not in a state", "invalid state", "illegal state", "wrong state", "invalid transition", "illegal transition", "invalid status transition", "state transition", "is already", "has already been", "was already", "not empty", "still referenced",
		},
		runs: []string{"状态不允许", "状态不正确", "已发货", "已取消", "已完成", "已关闭", "已支付", "已处理", "冲突", "不允许修改", "无法取消"},
	},
	// It was sent, and nothing came back.
	{
		class: Transient, code: CodeTimeout, applied: Unanswered, lost: true,
		words: []string{
			"timed out", "timed_out", "timedout", "time out", "timedouterror", "i o timeout", "request timeout", "connection timeout", "connect timeout", "read timeout", "write timeout", "operation timeout", "query timeout", "response timeout",
			"gateway timeout", "gateway time out", "timeout exceeded", "timeout waiting", "timeout while", "timeout reached", "timeout was reached", "timeout occurred", "timeout after", "timeout expired", "timeout error", "timeouterror", "timeoutexception", "sockettimeoutexception",
			"deadline exceeded", "deadline_exceeded", "deadlineexceeded", "etimedout", "esockettimedout", "zeitüberschreitung", "tiempo de espera agotado", "délai dépassé", "tempo esgotado",
		},
		runs: []string{"请求超时", "连接超时", "响应超时", "操作超时", "读取超时", "处理超时", "执行超时", "网络超时", "访问超时", "调用超时", "等待超时", "已超时", "超时了", "タイムアウトしました", "시간이 초과"},
	},
	{
		class: Transient, code: CodeConnectionReset, applied: Unanswered, lost: true,
		words: []string{
			"connection reset", "invalid connection", "connection was reset", "reset by peer", "econnreset", "broken pipe", "epipe", "connection closed", "connection was closed", "connection aborted", "connection was aborted", "connection terminated", "connection lost", "lost connection",
			"closed connection", "closed the connection", "closed network connection", "forcibly closed", "socket hang up", "unexpected eof", "server disconnected", "goaway", "read response", "reading response", "read the response", "reading the response",
		},
		runs: []string{"连接被重置", "连接中断", "连接断开", "连接已断开", "连接丢失", "接続が切断", "接続がリセット"},
	},
	// It answered that it cannot now.
	{
		class: Transient, code: CodeOverloaded, applied: Answered,
		words: []string{"overloaded", "overloaded_error", "server busy", "too busy", "at capacity", "over capacity", "too many connections", "too many clients", "resource exhausted", "heavy load"},
		runs:  []string{"系统繁忙", "服务器繁忙", "服务繁忙", "网络繁忙", "混み合って"},
	},
	{
		class: Transient, code: CodeServerError, applied: Answered,
		words: []string{"internal server error", "interner serverfehler", "error interno del servidor"},
		runs:  []string{"服务器内部错误"},
	},
	{
		class: Transient, code: CodeUnavailable, applied: Answered,
		words: []string{
			"temporarily unavailable", "temporarily down", "temporarily out of service", "temporarily disabled", "service unavailable", "service is unavailable", "service_unavailable", "server unavailable", "currently unavailable", "currently down",
			"try again later", "try later", "retry later", "retry after", "try again in", "again in a few", "under maintenance", "down for maintenance", "in maintenance", "maintenance mode", "bad gateway", "temporary failure", "temporary error",
			"vorübergehend nicht verfügbar", "später erneut", "plus tard", "más tarde", "mais tarde",
		},
		runs: []string{"暂时不可用", "服务不可用", "稍后再试", "稍后重试", "维护中", "系统维护", "一時的に利用できません", "しばらくして", "잠시 후"},
	},
	// An answer came and cannot be read: the call was made.
	{class: Fatal, code: CodeUnknown, applied: Unanswered, words: []string{
		"looking for beginning of", "unexpected end of json input", "after object key", "after array element", "after top level value",
		"in string literal", "in numeric literal", "in string escape code", "cannot unmarshal", "expecting value", "jsondecodeerror", "in json at position",
	}},
	// The arguments.
	{
		class: InputError, code: CodeFileNotFound, applied: No,
		words: []string{
			"no such file", "no such file or directory", "no such directory", "file not found", "filenotfounderror", "filenotfoundexception", "directory not found", "folder not found", "path not found", "enoent", "path does not exist", "file does not exist", "directory does not exist", "folder does not exist",
			"file doesn t exist", "cannot find the file", "cannot find the path",
		},
		runs: []string{"文件不存在", "找不到文件", "路径不存在", "目录不存在", "ファイルが見つかりません"},
	},
	{
		class: InputError, code: CodeMissingField, applied: No,
		words: []string{
			"is required", "are required", "field required", "required field", "required property", "required parameter", "required argument", "missing required", "missing field", "missing parameter", "missing argument", "missing property", "missing value", "is missing",
			"must be provided", "must be present", "must be set", "must not be empty", "must not be blank", "must not be null", "cannot be blank", "cannot be empty", "cannot be null", "can t be blank", "can t be empty", "may not be blank", "may not be null", "may not be empty", "should not be empty", "not be empty",
			"es obligatorio", "ist erforderlich", "est requis", "é obrigatório",
		},
		runs: []string{"不能为空", "必填", "缺少参数", "缺少必", "不可为空", "必須です"},
	},
	{
		class: InputError, code: CodeUnknownField, applied: No,
		words: []string{
			"unknown field", "unknown parameter", "unknown argument", "unknown option", "unknown column", "unknown property", "unknown key", "unknown attribute", "unknown flag", "unrecognized", "unrecognised", "not a recognised", "not a recognized", "not recognised", "not recognized",
			"unexpected field", "unexpected argument", "unexpected parameter", "unexpected property", "unexpected keyword argument", "unexpected key", "additional properties", "additionalproperties", "no such column", "no such option",
		},
		runs: []string{"未知字段", "未知参数"},
	},
	{
		class: InputError, code: CodeWrongType, applied: No,
		words: []string{
			"wrong type", "type mismatch", "type error", "typeerror", "expected type", "invalid type", "must be a string", "must be a number", "must be an integer", "must be a boolean", "must be an array", "must be a list", "must be an object", "must be of type",
			"be a valid string", "be a valid number", "be a valid integer", "be a valid boolean", "be a valid list", "be a valid dictionary", "not of type", "is not a number", "is not an integer", "is not a string", "not a valid integer", "not a valid number", "not a valid boolean", "incorrect integer value",
		},
		runs: []string{"类型错误", "类型不匹配", "类型不正确"},
	},
	{
		class: InputError, code: CodeOutOfRange, applied: No,
		words: []string{
			"out of range", "out of bounds", "must be between", "must be at least", "must be at most", "must be greater", "must be less", "must be positive", "must be in the future", "must be in the past", "must be in the range", "be greater than", "be less than", "greater than or equal", "less than or equal",
			"exceeds the maximum", "exceeds maximum", "exceeds the limit", "below the minimum", "less than the minimum", "greater than the maximum", "too large", "too big", "too long", "too short", "too small", "too high", "too low", "should have at least", "should have at most",
		},
		runs: []string{"超出范围", "过长", "过大", "过短", "太长", "太大", "超过最大", "超过限制"},
	},
	{
		class: InputError, code: CodeInvalidFormat, applied: No,
		words: []string{
			"invalid date", "invalid time", "invalid email", "invalid url", "invalid uuid", "invalid format", "wrong format", "bad format", "incorrect format", "malformed", "format check failed", "format error", "cannot parse", "could not parse", "failed to parse", "unable to parse", "can t parse",
			"not a valid", "is not a date", "does not match format", "does not match the format", "does not match pattern", "does not match the pattern", "does not match regular", "expected format", "invalid syntax", "invalid input syntax", "syntax error", "syntaxerror", "unexpected token", "parse error", "parseerror", "invalid json", "not valid json", "invalid regular expression",
			"ungültiges format", "formato inválido", "format invalide",
		},
		runs: []string{"格式错误", "格式不正确", "格式不支持", "格式无效", "日期格式", "格式有误", "形式が正しくありません"},
	},
	{class: Fatal, code: CodeUnsupported, applied: No, words: []string{"method not allowed", "not implemented", "notimplementederror"}},
	{
		class: InputError, code: CodeValidationFailed, applied: No,
		words: []string{
			"validation error", "validation errors", "validation failed", "validation failure", "validationerror", "validation exception", "validationexception", "invalid", "invalid_request", "invalid_argument", "is not valid", "not valid", "bad request", "illegal argument", "illegalargumentexception", "illegal value", "bad value", "valueerror",
			"must be a", "must be an", "must be one of", "must be", "must match", "must contain", "must have", "expected one of", "not one of", "check your input", "check the input", "check your request", "unacceptable value", "unprocessable", "cannot be negative", "ungültig", "inválido", "inválida", "non valide", "invalide", "não é válido",
		},
		runs: []string{"参数错误", "参数有误", "参数不正确", "无效", "不合法", "非法", "校验失败", "验证失败", "不正确", "不正です", "不正な", "無効"},
	},
	// The record that the call is about.
	{
		class: Fatal, code: CodeNotFound, applied: No,
		words: []string{
			"not found", "not_found", "notfound", "notfoundexception", "does not exist", "doesn t exist", "do not exist", "no such", "unknown order", "unknown user", "unknown id", "could not find", "couldn t find", "cannot find", "can t find", "unable to find", "no longer exists", "nicht gefunden", "introuvable", "no encontrado", "não encontrado",
		},
		runs: []string{"不存在", "未找到", "找不到", "没有找到", "查无", "見つかりません", "찾을 수 없"},
	},
	{
		class: Fatal, code: CodeUnsupported, applied: No,
		words: []string{"not supported", "unsupported", "isn t supported", "no longer supported", "nicht unterstützt", "no soportado"},
		runs:  []string{"不支持", "サポートされていません"},
	},
	// Mentioned rather than said.
	{class: Transient, code: CodeRateLimited, applied: Answered, words: []string{"rate limit", "rate limits", "rate_limit", "ratelimit"}},
	{class: Transient, code: CodeDeadlock, applied: Answered, words: []string{"deadlock", "deadlocked"}},
	{
		class: Transient, code: CodeUnavailable, applied: Answered,
		words: []string{"unavailable", "try again", "please retry", "nicht verfügbar", "no disponible", "indisponible", "indisponível"},
		runs:  []string{"请重试", "重试"},
	},
	{class: Transient, code: CodeTimeout, applied: Unanswered, words: []string{"timeout", "timeouts"}, runs: []string{"超时", "タイムアウト"}},
	{class: InputError, code: CodeValidationFailed, applied: Answered, words: []string{"validation"}},
}
