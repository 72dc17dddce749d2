package batch

import "github.com/batchagent/batchagent/taxonomy"

// counsel is what to do about a failure: with a command, and without one.
type counsel struct {
	kind          CommandKind // "": no command helps
	with, without phrase
}

// counsels hang on the code. What is not here (what is in doubt, what is to be
// mended in the input, what is not permitted) has advice of its own.
//
//nolint:gochecknoglobals // a table, never written
var counsels = map[taxonomy.Code]counsel{
	taxonomy.CodeTimeout:           serviceUp,
	taxonomy.CodeConnectionReset:   serviceUp,
	taxonomy.CodeUnavailable:       serviceUp,
	taxonomy.CodeServerError:       serviceUp,
	taxonomy.CodeCircuitOpen:       serviceUp,
	taxonomy.CodeConnectionRefused: serviceListens,
	taxonomy.CodeDNSFailure: {
		CommandRetry,
		phrase{"is the host's name right, and the network up? Then: {cmd}", "检查主机名和网络，然后：{cmd}"},
		phrase{"is the host's name right, and the network up? Then run {it} again", "检查主机名和网络，然后重新运行"},
	},
	taxonomy.CodeRateLimited: {
		CommandRetry,
		phrase{"the service asks for fewer calls: later, or fewer at a time: {cmd}", "服务要求减少调用：稍后再试，或降低并发：{cmd}"},
		phrase{"the service asks for fewer calls: run {it} again later, or with fewer at a time", "服务要求减少调用：稍后重新运行，或降低并发"},
	},
	taxonomy.CodeOverloaded: {
		CommandRetry,
		phrase{"the service has too much to do: later, or fewer at a time: {cmd}", "服务过载：稍后再试，或降低并发：{cmd}"},
		phrase{"the service has too much to do: run {it} again later, or with fewer at a time", "服务过载：稍后重新运行，或降低并发"},
	},
	taxonomy.CodeDeadlock:             contended,
	taxonomy.CodeSerializationFailure: contended,

	taxonomy.CodeLocked: {
		CommandRetry,
		phrase{"when the lock is gone: {cmd}", "解锁之后：{cmd}"},
		phrase{"when the lock is gone, run {it} again", "解锁之后重新运行"},
	},
	taxonomy.CodeBusy: {
		CommandRetry,
		phrase{"when nobody uses {noun} any more: {cmd}", "待{noun}不再被占用：{cmd}"},
		phrase{"when nobody uses {noun} any more, run {it} again", "待{noun}不再被占用，重新运行"},
	},
	taxonomy.CodeVersionConflict: {
		"",
		phrase{},
		phrase{"retrying cannot help: read {noun} again and send what it says now", "重试无用：重新读取{noun}，按最新内容发送"},
	},
	taxonomy.CodeAlreadyExists: {
		"",
		phrase{},
		phrase{
			"it exists already: if it is what was wanted, nothing is left to do; if not, give it another id",
			"已经存在：如果正是所需，则无须再做；否则换一个 id",
		},
	},
	taxonomy.CodeStateConflict: {
		CommandRetry,
		phrase{"look at {noun}; when the state allows it: {cmd}", "查看{noun}；待状态允许：{cmd}"},
		phrase{"look at {noun}; when the state allows it, run {it} again", "查看{noun}；待状态允许后重新运行"},
	},

	taxonomy.CodeUnknownTool: {
		"",
		phrase{},
		phrase{"there is no tool of this name: look at how it is written", "没有这个名称的工具：检查拼写"},
	},
	taxonomy.CodeTruncatedArguments: {
		"",
		phrase{},
		phrase{"the arguments were cut off on their way: have them made again, and shorter", "参数在途中被截断：重新生成，并缩短"},
	},
	taxonomy.CodeDuplicateID: {
		"",
		phrase{},
		phrase{"an id may stand once only: drop one of the rows, or give it an id of its own", "同一 id 只能出现一次：删去其中一行，或另给一个 id"},
	},
	taxonomy.CodeJournalFailed: {
		CommandResume,
		phrase{"is the disk full? When the journal can be written again: {cmd}", "磁盘是否已满？待日志可写后：{cmd}"},
		phrase{"is the disk full? When the journal can be written again, run {it} again", "磁盘是否已满？待日志可写后重新运行"},
	},
	taxonomy.CodeCommandNotFound: {
		CommandRetry,
		phrase{"install the program, or correct its path; then: {cmd}", "安装该程序或更正路径，然后：{cmd}"},
		phrase{"install the program, or correct its path; then run {it} again", "安装该程序或更正路径，然后重新运行"},
	},
	taxonomy.CodeQuotaExhausted: {
		CommandRetry,
		phrase{"waiting will not help: have the quota raised, then: {cmd}", "等待无用：提高配额后：{cmd}"},
		phrase{"waiting will not help: have the quota raised, then run {it} again", "等待无用：提高配额后重新运行"},
	},
	taxonomy.CodeUnsupported: {
		"",
		phrase{},
		phrase{"the service cannot do this at all: another tool or another address is needed", "服务不支持此操作：需要其他工具或地址"},
	},
	taxonomy.CodeCertificateInvalid: {
		CommandRetry,
		phrase{"have the server's certificate mended, or trust its issuer; then: {cmd}", "修正服务器证书或信任其签发者，然后：{cmd}"},
		phrase{"have the server's certificate mended, or trust its issuer; then run {it} again", "修正服务器证书或信任其签发者，然后重新运行"},
	},
	taxonomy.CodeCanceled: {
		CommandRetry,
		phrase{"stopped before it was settled: {cmd}", "在有结果之前被停止：{cmd}"},
		phrase{"stopped before it was settled: run {it} again", "在有结果之前被停止：重新运行"},
	},
	taxonomy.CodePanic: {
		CommandDetail,
		phrase{"a bug in the tool; the stack is in the log: {cmd}", "工具有缺陷，调用栈在日志中：{cmd}"},
		phrase{"a bug in the tool; the stack is in the log", "工具有缺陷，调用栈在日志中"},
	},
	taxonomy.CodeLoopDetected: {
		"",
		phrase{},
		phrase{"the same call was made again and again: it needs another plan", "同一调用反复出现：需要换一种做法"},
	},
	taxonomy.CodeUnknown: {
		CommandDetail,
		phrase{"nobody recognises this failure, so it was not repeated. All that is known: {cmd}", "无法识别的错误，因此没有重试。详情：{cmd}"},
		phrase{"nobody recognises this failure, so it was not repeated: look at what it says", "无法识别的错误，因此没有重试：请查看其内容"},
	},
}

//nolint:gochecknoglobals // rows of the table that several codes share
var (
	serviceUp = counsel{
		CommandRetry,
		phrase{"is the service up? Then: {cmd}", "确认服务正常，然后：{cmd}"},
		phrase{"is the service up? Then run {it} again", "确认服务正常，然后重新运行"},
	}
	serviceListens = counsel{
		CommandRetry,
		phrase{"nobody listens there: is the service up, and its address right? Then: {cmd}", "无人监听：确认服务已启动且地址正确，然后：{cmd}"},
		phrase{"nobody listens there: is the service up, and its address right? Then run {it} again", "无人监听：确认服务已启动且地址正确，然后重新运行"},
	}
	contended = counsel{
		CommandRetry,
		phrase{"it lost against others who wrote at the same time; with fewer at a time: {cmd}", "与同时写入者冲突；降低并发：{cmd}"},
		phrase{"it lost against others who wrote at the same time: run {it} again, with fewer at a time", "与同时写入者冲突：降低并发后重新运行"},
	}
)

// classCounsels are for codes that a tool declares itself.
//
//nolint:gochecknoglobals // a table, never written
var classCounsels = map[taxonomy.Class]counsel{
	taxonomy.Fatal: {
		CommandDetail,
		phrase{"it will not work as it is: look at what it says. All that is known: {cmd}", "照原样行不通：请查看其内容。详情：{cmd}"},
		phrase{"it will not work as it is: look at what it says", "照原样行不通：请查看其内容"},
	},
	taxonomy.Transient: {
		CommandRetry,
		phrase{"it may work later: {cmd}", "稍后可能成功：{cmd}"},
		phrase{"it may work later: run {it} again", "稍后可能成功：重新运行"},
	},
	taxonomy.ResourceConflict: {
		CommandRetry,
		phrase{"look at {noun}; when the state allows it: {cmd}", "查看{noun}；待状态允许：{cmd}"},
		phrase{"look at {noun}; when the state allows it, run {it} again", "查看{noun}；待状态允许后重新运行"},
	},
}

// adviceWords are the rest of the advice.
//
//nolint:gochecknoglobals // a table, never written
var adviceWords = struct {
	look, resolve, sameKey, sameKeyCmd, ifNot, echo                   phrase
	accepted, acceptedCmd, barredAll, barredAllCmd                    phrase
	loginLost, loginLostCmd, loginNone, loginNoneCmd                  phrase
	account, accountCmd, thenRun                                      phrase
	correctIn, correct, giveIn, give, theID, whatItNames, exportAgain phrase
	notDone, notDoneCmd, notDoneAfter, mendInput, mendCmd             phrase
	limited, limitedUnsafe                                            phrase
	record, records, recordOf, aNoun, nouns, nounOf                   phrase
	it, them, thisIs, theseAre, row, rows, itWas, theyWere            phrase
	line, lines, linesMore, namesMore, inDoubt, undone, input         phrase
	suggested, kinds                                                  phrase
}{
	look:    phrase{"look at {noun}", "查看{noun}"},
	resolve: phrase{"look at {noun}, then: {cmd} (or not-done)", "查看{noun}，然后：{cmd}（或 not-done）"},
	echo: phrase{
		"; sending {it} again would be refused as before",
		"；再次发送只会同样被拒绝",
	},
	sameKey:    phrase{"; or send {it} again with the same key, which cannot act twice", "；或以同一幂等键再次发送，不会重复执行"},
	sameKeyCmd: phrase{"; or send {it} again with the same key, which cannot act twice: {cmd}", "；或以同一幂等键再次发送，不会重复执行：{cmd}"},
	ifNot:      phrase{"; if {it was} not changed, send {it} again", "；若未被改动，再次发送"},

	accepted: phrase{
		"{items} accepted with this login, so perhaps only {this is} barred: ask for access to {it}, or leave {it} out",
		"此登录已有 {items}被接受，也许只有{this is}被拒：申请其权限，或略过",
	},
	acceptedCmd: phrase{
		"{items} accepted with this login, so perhaps only {this is} barred. To carry on past such items: {cmd}",
		"此登录已有 {items}被接受，也许只有{this is}被拒。若要略过此类项继续：{cmd}",
	},
	barredAll: phrase{
		"nothing was accepted with this login, so it may lack the right altogether: have it granted",
		"此登录没有一项被接受，可能完全没有权限：先获得授权",
	},
	barredAllCmd: phrase{
		"nothing was accepted with this login, so it may lack the right altogether. Once it is granted: {cmd}",
		"此登录没有一项被接受，可能完全没有权限。获得授权后：{cmd}",
	},
	loginLost: phrase{
		"the login was accepted before, so it has probably expired: log in again",
		"登录此前有效，可能已过期：重新登录",
	},
	loginLostCmd: phrase{
		"the login was accepted before, so it has probably expired: log in again, then: {cmd}",
		"登录此前有效，可能已过期：重新登录，然后：{cmd}",
	},
	loginNone: phrase{
		"the credential is missing, wrong or expired: log in again",
		"凭据缺失、错误或已过期：重新登录",
	},
	loginNoneCmd: phrase{
		"the credential is missing, wrong or expired: log in again, then: {cmd}",
		"凭据缺失、错误或已过期：重新登录，然后：{cmd}",
	},
	account:    phrase{"the account is locked or disabled: have it unlocked", "账号被锁定或停用：先解锁"},
	thenRun:    phrase{", then run {it} again", "，然后重新运行"},
	accountCmd: phrase{"the account is locked or disabled: have it unlocked, then: {cmd}", "账号被锁定或停用：解锁，然后：{cmd}"},

	correctIn:   phrase{"correct {what} in {where}, or drop the {row}", "更正{what}（{where}），或删去该行"},
	correct:     phrase{"correct {what}, or leave {noun} out", "更正{what}，或略去该项"},
	giveIn:      phrase{"give {what} in {where}, or drop the {row}", "补上{what}（{where}），或删去该行"},
	give:        phrase{"give {what}, or leave {noun} out", "补上{what}，或略去该项"},
	theID:       phrase{"the id", "id"},
	whatItNames: phrase{"what the message names", "消息所指之处"},
	exportAgain: phrase{"retrying cannot help: export {it} again", "重试无用：请重新导出"},

	notDone:    phrase{"not settled: run {it} again", "没有完成：重新运行"},
	notDoneCmd: phrase{"to go on where it stopped: {cmd}", "从停止处继续：{cmd}"},
	limited:    phrase{"not called: run {it} again, without the limit", "未调用：去掉上限后重新运行"},
	limitedUnsafe: phrase{
		"not called: take what was called out of the input, for a second call acts twice, and run the rest",
		"未调用：先从输入中删去已调用的项（再次调用会再次生效），再运行其余各项",
	},
	notDoneAfter: phrase{"once that is settled, run {it} again", "上述问题解决后，重新运行"},
	mendInput:    phrase{"it broke off, so there may be more items: mend it, and run the rest", "输入中断，可能还有其他项：修复后运行其余各项"},
	mendCmd:      phrase{"it broke off, so there may be more items: mend it, then: {cmd}", "输入中断，可能还有其他项：修复，然后：{cmd}"},

	record:   phrase{"the record", "该记录"},
	records:  phrase{"the records", "这些记录"},
	recordOf: phrase{"the record's", "目标"},
	aNoun:    phrase{"the {name}", "该记录"},
	nouns:    phrase{"the {names}", "这些记录"},
	nounOf:   phrase{"the {name}'s", "目标"},

	it:       phrase{"it", "它"},
	them:     phrase{"them", "它们"},
	thisIs:   phrase{"this one is", "这一项"},
	theseAre: phrase{"these are", "这些项"},
	row:      phrase{"row", "行"},
	rows:     phrase{"rows", "行"},
	itWas:    phrase{"it was", "它"},
	theyWere: phrase{"they were", "它们"},

	line:      phrase{"line {line}", "第 {line} 行"},
	lines:     phrase{"lines {line}", "第 {line} 行"},
	linesMore: phrase{"lines {line} and {n} more", "第 {line} 行及另外 {n} 行"},
	namesMore: phrase{"{names} and {n} more", "{names} 及另外 {n} 个"},
	inDoubt:   phrase{"in doubt", "存疑"},
	undone:    phrase{"not done", "未完成"},
	input:     phrase{"the input", "输入"},
	suggested: phrase{"; suggested: {what}", "；建议：{what}"},
	kinds:     phrase{"of other kinds ({what}): look at what each says", "其他种类（{what}）：请查看各项内容"},
}
