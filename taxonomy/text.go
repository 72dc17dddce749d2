package taxonomy

import (
	"net/http"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokens splits a text into lower-case words: runs of letters, digits and
// underscores, so that connection_timeout is one word and not two. Han and
// other scripts without spaces are left to phrase matching by substring.
func tokens(s string) []string {
	if len(s) > maxLook {
		s = s[:maxLook]
	}
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// containsWords reports whether one of the phrases stands in s, at word
// boundaries.
func containsWords(s string, phrases ...string) bool {
	have := " " + strings.Join(tokens(s), " ") + " "
	for _, phrase := range phrases {
		if strings.Contains(have, " "+phrase+" ") {
			return true
		}
	}
	return false
}

// phrases is one row of the table of words.
type phrases struct {
	class   Class
	code    Code
	applied Applied
	words   []string // lower-case words with single spaces, each at word boundaries
	runs    []string // scripts without spaces: plain substrings
}

// phraseTable is asked from the top: what is said for sure stands before what
// is only mentioned, and a bare "timeout" comes after "invalid", since it is as
// often the name of a setting. A tool that says in words that it refused is
// taken to have done nothing; one that says that it failed is not.
//
//nolint:gochecknoglobals // a table, never written
var phraseTable = []phrases{
	{Transient, CodeConnectionRefused, No, []string{"connection refused", "econnrefused", "connect refused", "conexión rechazada", "verbindung verweigert", "connexion refusée"}, []string{"拒绝连接", "连接被拒绝", "接続が拒否"}},
	{Transient, CodeDNSFailure, No, []string{"no such host", "name resolution", "could not resolve host", "enotfound", "eai_again", "getaddrinfo"}, []string{"域名解析失败"}},
	{Transient, CodeRateLimited, No, []string{"rate limit", "rate limited", "rate_limit", "ratelimit", "too many requests", "request limit", "throttled", "throttling", "slow down", "rate exceeded"}, []string{"请求过于频繁", "请求频率", "限流", "频率限制"}},
	{Fatal, CodeQuotaExhausted, No, []string{"quota exceeded", "insufficient_quota", "insufficient quota", "out of credits", "billing", "insufficient balance", "insufficient funds"}, []string{"余额不足", "配额已用", "额度不足"}},
	{Transient, CodeDeadlock, No, []string{"deadlock", "deadlock detected", "deadlock found"}, []string{"死锁"}},
	{Transient, CodeSerializationFailure, No, []string{"could not serialize access", "serialization failure"}, nil},
	{Permission, CodeUnauthenticated, No, []string{"unauthorized", "unauthorised", "unauthenticated", "authentication failed", "authentication required", "not authenticated", "not logged in", "login required", "invalid token", "invalid session token", "session token", "invalid api key", "incorrect api key", "api key", "api_key", "token expired", "token has expired", "session expired", "invalid credentials", "bad credentials", "wrong password", "invalid password", "expired token"}, []string{"未登录", "未授权", "认证失败", "登录已过期", "密码错误", "令牌无效", "令牌已过期", "認証に失敗"}},
	{Permission, CodeAccountLocked, No, []string{"account is locked", "account locked", "account has been locked", "account disabled", "account is disabled", "account suspended", "user is locked"}, []string{"账号已被锁定", "账户已被锁定", "帐号被锁定"}},
	{Permission, CodeForbidden, No, []string{"permission denied", "access denied", "access is denied", "forbidden", "not permitted", "operation not permitted", "not allowed to", "not authorized", "not authorised", "insufficient permission", "insufficient permissions", "insufficient privileges", "no permission", "lacks permission", "must be an administrator", "zugriff verweigert", "accès refusé", "permiso denegado", "acceso denegado", "permissão negada"}, []string{"无权限", "权限不足", "没有权限", "禁止访问", "无权", "拒绝访问", "権限がありません"}},
	{ResourceConflict, CodeVersionConflict, No, []string{"version conflict", "version mismatch", "expected version", "modified by another", "was modified by", "has been modified", "has changed since", "stale version", "stale object", "optimistic lock", "edit conflict", "etag mismatch", "precondition failed", "out of date"}, []string{"版本冲突", "已被修改", "数据已变更"}},
	{ResourceConflict, CodeLocked, No, []string{"is locked", "are locked", "locked by", "lock is held", "lock held", "already locked", "currently locked", "could not acquire lock", "could not obtain lock", "resource locked", "gesperrt", "bloqueado por", "verrouillé"}, []string{"已被锁定", "被锁定", "已锁定", "锁定中", "ロックされています", "잠겨"}},
	{ResourceConflict, CodeAlreadyExists, No, []string{"already exists", "already exist", "already taken", "duplicate key", "duplicate entry", "already registered", "file exists"}, []string{"已存在", "重复", "すでに存在"}},
	{ResourceConflict, CodeBusy, No, []string{"in use", "being used by", "resource busy", "is busy", "device or resource busy", "in progress"}, []string{"正在使用", "被占用", "正在处理", "使用中"}},
	{ResourceConflict, CodeStateConflict, No, []string{"conflict", "already shipped", "already cancelled", "already canceled", "already closed", "already completed", "already processed", "already paid", "cannot cancel", "not in a state", "invalid state", "illegal state", "is already", "has already been", "not empty"}, []string{"状态不允许", "已发货", "已取消", "已完成", "冲突"}},
	{Transient, CodeTimeout, Unanswered, []string{"timed out", "time out", "i/o timeout", "request timeout", "connection timeout", "read timeout", "write timeout", "timeout exceeded", "gateway timeout", "deadline exceeded", "timeout after", "timeout expired", "timeout error", "timeouterror", "sockettimeoutexception", "etimedout", "zeitüberschreitung", "tiempo de espera agotado", "délai dépassé"}, []string{"超时", "タイムアウト"}},
	{Transient, CodeConnectionReset, Unanswered, []string{"connection reset", "econnreset", "broken pipe", "epipe", "connection closed", "connection aborted", "socket hang up", "unexpected eof", "connection lost", "server closed the connection"}, []string{"连接被重置", "连接中断", "连接断开"}},
	{Transient, CodeOverloaded, Answered, []string{"overloaded", "server is busy", "server busy", "too busy", "at capacity", "over capacity"}, []string{"系统繁忙", "服务器繁忙", "服务繁忙"}},
	{Transient, CodeUnavailable, Answered, []string{"temporarily unavailable", "service unavailable", "currently unavailable", "unavailable", "try again later", "try again", "please retry", "retry later", "under maintenance", "bad gateway", "temporary failure", "vorübergehend nicht verfügbar"}, []string{"暂时不可用", "服务不可用", "稍后再试", "稍后重试", "请重试", "维护中", "一時的に利用できません"}},
	{InputError, CodeFileNotFound, No, []string{"no such file", "no such file or directory", "file not found", "directory not found", "path not found", "enoent", "path does not exist", "file does not exist"}, []string{"文件不存在", "找不到文件", "路径不存在"}},
	{InputError, CodeMissingField, No, []string{"is required", "are required", "missing required", "missing field", "missing parameter", "missing argument", "must be provided", "must not be empty", "cannot be blank", "can't be blank", "may not be blank"}, []string{"不能为空", "必填", "缺少参数", "缺少必"}},
	{InputError, CodeUnknownField, No, []string{"unknown field", "unknown parameter", "unknown argument", "unknown option", "unknown column", "unrecognized", "unrecognised", "not a recognised", "not a recognized", "unexpected field", "unexpected keyword argument", "additional properties", "additionalproperties"}, []string{"未知字段", "未知参数"}},
	{InputError, CodeOutOfRange, No, []string{"out of range", "must be between", "must be at least", "must be at most", "must be greater", "must be less", "exceeds the maximum", "too large", "too long", "too short", "too small"}, []string{"超出范围", "过长", "过大"}},
	{InputError, CodeInvalidFormat, No, []string{"invalid date", "invalid format", "wrong format", "bad format", "malformed", "format check failed", "cannot parse", "could not parse", "failed to parse", "unable to parse", "not a valid", "is not a date", "does not match format", "does not match the format", "expected format", "invalid syntax"}, []string{"格式错误", "格式不正确", "格式不支持", "格式无效", "日期格式", "形式が正しくありません"}},
	{InputError, CodeValidationFailed, No, []string{"validation", "validation error", "validation failed", "invalid", "not valid", "bad request", "illegal argument", "illegal value", "wrong type", "type mismatch", "must be a", "must be an", "must be one of", "expected type", "ungültig", "inválido", "non valide", "invalide"}, []string{"参数错误", "无效", "不合法", "非法", "校验失败", "验证失败", "不正", "無効"}},
	{Fatal, CodeNotFound, No, []string{"not found", "does not exist", "no such", "unknown order", "could not find", "cannot find", "doesn't exist", "nicht gefunden", "introuvable", "no encontrado"}, []string{"不存在", "未找到", "找不到", "見つかりません"}},
	{Fatal, CodeUnsupported, No, []string{"not supported", "unsupported", "not implemented"}, []string{"不支持"}},
	{Transient, CodeTimeout, Unanswered, []string{"timeout"}, nil},
}

type phraseRef struct {
	row   int
	words []string
}

// phrasesByFirstWord makes the search linear in the text: only phrases that
// begin with the word at hand are compared.
//
//nolint:gochecknoglobals // an index of the table, never written after this
var phrasesByFirstWord = func() map[string][]phraseRef {
	index := make(map[string][]phraseRef)
	for row, p := range phraseTable {
		for _, phrase := range p.words {
			w := tokens(phrase)
			index[w[0]] = append(index[w[0]], phraseRef{row, w})
		}
	}
	return index
}()

// words looks for phrases, last of all rules.
func words(text string) *Error {
	if len(text) > maxLook {
		text = text[:maxLook]
	}
	best := len(phraseTable)
	have := tokens(text)
	for i, word := range have {
		for _, ref := range phrasesByFirstWord[word] {
			if ref.row < best && hasPrefix(have[i:], ref.words) {
				best = ref.row
			}
		}
	}
	if beyondASCII(text) {
	rows:
		for row, p := range phraseTable[:best] {
			for _, run := range p.runs {
				if strings.Contains(text, run) {
					best = row
					break rows
				}
			}
		}
	}
	if best == len(phraseTable) {
		return nil
	}
	p := phraseTable[best]
	return &Error{Class: p.class, Code: p.code, Applied: p.applied, Basis: BasisText}
}

func hasPrefix(have, want []string) bool {
	if len(have) < len(want) {
		return false
	}
	for i, w := range want {
		if have[i] != w {
			return false
		}
	}
	return true
}

func beyondASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// statusInText finds an HTTP status where the text says that it is one: after
// "HTTP", "status", "status code" or "HTTP/1.1", or before its own reason
// phrase ("502 Bad Gateway"). Any other number is a number: "order 429 not
// found", "timed out after 4033ms".
func statusInText(text string) *Error {
	have := tokens(text)
	for i, word := range have {
		if len(word) != 3 || word[0] < '4' || word[0] > '5' {
			continue
		}
		status, err := strconv.Atoi(word)
		if err != nil || http.StatusText(status) == "" && status != 529 {
			continue
		}
		if !namedStatus(have[:i]) && !hasPrefix(have[i+1:], tokens(http.StatusText(status))) {
			continue
		}
		a := Answer{Status: status}
		e := a.judge()
		e.Message, e.RetryAfter = "", 0
		a.refine(e, errorDocument{message: text})
		return e
	}
	return nil
}

func namedStatus(before []string) bool {
	n := len(before)
	if n == 0 {
		return false
	}
	last := before[n-1]
	switch last {
	case "http", "https", "status", "statuscode", "status_code":
		return true
	case "code":
		return n > 1 && (before[n-2] == "status" || before[n-2] == "http" || before[n-2] == "response")
	case "error":
		return n > 1 && before[n-2] == "http"
	}
	// "HTTP/1.1 503"
	return n > 2 && before[n-3] == "http"
}
