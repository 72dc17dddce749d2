package taxonomy

import (
	"encoding/json"
	"strconv"
	"strings"
)

// numberRow is a row of a vendor's table of numbers.
type numberRow struct {
	reason
	numbers []int
}

func indexNumbers(table []numberRow) map[int]*reason {
	index := make(map[int]*reason)
	for i := range table {
		for _, n := range table[i].numbers {
			index[n] = &table[i].reason
		}
	}
	return index
}

// The meanings that the rows below share.
//
//nolint:gochecknoglobals // never written
var (
	rated     = reason{Transient, CodeRateLimited, No, ScopeHost, false}
	spent     = reason{Fatal, CodeQuotaExhausted, No, ScopeCredential, false}
	busy      = reason{Transient, CodeOverloaded, Answered, ScopeHost, false}
	broken    = reason{Transient, CodeServerError, Answered, ScopeHost, false}
	late      = reason{Transient, CodeTimeout, Unanswered, ScopeHost, false}
	wrongKey  = reason{Permission, CodeUnauthenticated, No, ScopeCredential, false}
	barred    = reason{Permission, CodeForbidden, No, ScopeTarget, false}
	closed    = reason{Permission, CodeAccountLocked, No, ScopeCredential, false}
	refused   = reason{InputError, CodeValidationFailed, No, ScopeItem, false}
	lacking   = reason{InputError, CodeMissingField, No, ScopeItem, false}
	tooMuch   = reason{InputError, CodeTooLarge, No, ScopeItem, false}
	absent    = reason{Fatal, CodeNotFound, No, ScopeTarget, false}
	elsewhere = reason{ResourceConflict, CodeStateConflict, No, ScopeTarget, false}
)

//nolint:gochecknoglobals // tables, never written
var (
	// WeChat, official accounts and mini programs: "errcode" (developers.weixin.qq.com,
	// Global_Return_Code); WeCom shares most of it.
	wechatNumbers = indexNumbers([]numberRow{
		{busy, []int{-1}},
		{wrongKey, []int{40001, 40002, 40014, 40125, 41001, 41002, 41004, 42001, 42002, 42003, 42007, 42009, 40082, 40163, 40029}},
		{barred, []int{48001, 48004, 50001, 40164, 61004, 48002, 48003, 48006, 60011, 60020, 301002, 85024}},
		{closed, []int{50002}},
		{spent, []int{45009, 45008}},
		{rated, []int{45011, 45033}},
		{refused, []int{40003, 40004, 40013, 40005, 40007, 40008, 40032, 40033, 40035, 40037, 40038, 40039, 40048, 40050, 40054, 40066, 40097, 43001, 43002, 43003, 47001, 47003, 44002, 44003, 44004, 45065, 87014}},
		{lacking, []int{41003, 41005, 41006, 41007, 41008, 41009}},
		{tooMuch, []int{40006, 40009, 45001, 45002, 45003, 45004, 45005, 45006, 45007}},
		{elsewhere, []int{43004, 43005, 45015, 45047, 43101, 43104}},
		{absent, []int{46001, 46002, 46003, 46004, 60111}},
	})

	// Baidu, open API and Qianfan: "error_code" (cloud.baidu.com, WENXINWORKSHOP,
	// error codes).
	baiduNumbers = indexNumbers([]numberRow{
		{broken, []int{1, 336000}},
		{busy, []int{2, 336100, 336117, 336503, 336505}},
		{rated, []int{4, 18, 336501, 336502, 336504, 336507}},
		{spent, []int{17, 19, 336116}},
		{barred, []int{6, 336004, 336005, 111006}},
		{wrongKey, []int{13, 14, 15, 100, 110, 111}},
		{refused, []int{336001, 336002, 336003, 336101, 336102, 336104, 336105, 336106, 336200, 336221, 336222}},
		{tooMuch, []int{336007, 336103}},
	})

	// MiniMax: "base_resp.status_code" (platform.minimaxi.com, error codes).
	minimaxNumbers = indexNumbers([]numberRow{
		{broken, []int{1000, 1013, 1024, 1033}},
		{late, []int{1001}},
		{rated, []int{1002, 1039, 1041, 2045, 2056}},
		{wrongKey, []int{1004, 2049}},
		{spent, []int{1008}},
		{refused, []int{1026, 1027, 1042, 1043, 1044, 2013, 20132, 2037, 2048}},
		{barred, []int{2038, 2042}},
	})

	// Zhipu: "error.code", four digits in a text (bigmodel.cn, error codes).
	zhipuNumbers = indexNumbers([]numberRow{
		{wrongKey, []int{1000, 1001, 1002, 1003, 1004}},
		{closed, []int{1110, 1111, 1112, 1121}},
		{spent, []int{1113, 1304, 1308, 1309, 1310}},
		{barred, []int{1220, 1311}},
		{refused, []int{1210, 1211, 1212, 1214, 1215, 1231, 1300, 1301}},
		{lacking, []int{1213}},
		{tooMuch, []int{1261}},
		{busy, []int{1305, 1312}},
		{rated, []int{1302, 1303}},
		{broken, []int{1120, 1230, 1234, 500}},
	})

	// Feishu and Lark: "code" (open.feishu.cn, generic error codes).
	feishuNumbers = indexNumbers([]numberRow{
		{rated, []int{99991400, 11232, 230020, 1061045, 1254290}},
		{wrongKey, []int{99991661, 99991663, 99991664, 99991665, 99991668, 99991671, 99991677, 10003, 10014, 20005}},
		{barred, []int{99991672, 99991679, 1061004, 1254302}},
		{refused, []int{99992402, 99992351, 99992361, 9499}},
	})

	// Discord: "code" (discord.com, opcodes and status codes, JSON).
	discordNumbers = indexNumbers([]numberRow{
		{barred, []int{50001, 50003, 50004, 50007, 50013}},
		{wrongKey, []int{50014, 50025}},
		{refused, []int{50006, 50016, 50035, 50109}},
		{tooMuch, []int{50045}},
	})

	// SiliconFlow: "code" (docs.siliconflow.cn, error handling).
	siliconflowNumbers = indexNumbers([]numberRow{
		{refused, []int{20012, 20015, 20041}},
		{spent, []int{30001, 30011}},
		{busy, []int{50505}},
		{late, []int{50507}},
	})
)

// numberOf reads an integer, also one in a text; ok is false where there is none.
func numberOf(v any) (n int, ok bool) {
	var text string
	switch v := v.(type) {
	case json.Number:
		text = v.String()
	case string:
		text = v
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && text != ""
}

// numberedReason finds what a number means, where the members beside it say
// whose it is. It looks into "error" and "base_resp" as well.
func numberedReason(m map[string]any) *reason {
	if inner, ok := m["base_resp"].(map[string]any); ok {
		if n, ok := numberOf(inner["status_code"]); ok {
			return minimaxNumbers[n]
		}
	}
	if inner, ok := m["error"].(map[string]any); ok {
		code, _ := inner["code"].(string) // Zhipu's are texts
		if n, ok := numberOf(code); ok && len(code) == 4 && code[0] == '1' {
			return zhipuNumbers[n]
		}
		return nil
	}
	_, said := m["error_msg"].(string)
	if n, ok := numberOf(m["error_code"]); ok && said {
		return baiduNumbers[n]
	}
	if n, ok := numberOf(m["errcode"]); ok && m["errmsg"] != nil {
		if sub, ok := numberOf(m["sub_code"]); ok { // DingTalk, whose numbers of tokens are WeChat's
			n = sub
		}
		return wechatNumbers[n]
	}
	n, ok := numberOf(m["code"])
	if !ok {
		return nil
	}
	if _, isText := m["msg"].(string); isText {
		return feishuNumbers[n]
	}
	message, isText := m["message"].(string)
	if !isText {
		return nil
	}
	if n > 10000 && n < 10100 && strings.HasPrefix(message, "Unknown ") { // Discord: 10003 Unknown Channel
		return &absent
	}
	if _, ok := m["data"]; ok {
		return siliconflowNumbers[n]
	}
	return discordNumbers[n]
}
