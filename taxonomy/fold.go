package taxonomy

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// foldWord makes a word of a language with spaces comparable: lower case, without
// accents, for many a system leaves them out ("conexion rechazada"). German
// words are in the index with "ae" for "ä" too.
func foldWord(s string) string {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	if i == len(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, c := range s {
		c = unicode.ToLower(c)
		switch {
		case c < utf8.RuneSelf:
			b.WriteByte(byte(c)) //nolint:gosec // ASCII
		case c < 0x300:
			if plain, ok := unaccented[c]; ok {
				b.WriteString(plain)
			} else {
				b.WriteRune(c)
			}
		case unicode.Is(unicode.Mn, c): // a combining accent (Unicode's form D)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

//nolint:gochecknoglobals // a table, never written after this
var unaccented = func() map[rune]string {
	m := make(map[rune]string)
	for plain, accented := range map[string]string{
		"a": "àáâãäåāăą", "c": "çćč", "e": "èéêëēęě", "i": "ìíîïīı", "l": "ł", "n": "ñńň", "o": "òóôõöøōő", "s": "śš",
		"u": "ùúûüūůű", "y": "ýÿ", "z": "źżž", "ss": "ß", "ae": "æ", "oe": "œ",
	} {
		for _, c := range accented {
			m[c] = plain
		}
	}
	return m
}()

// umlauts spells out what German typewriters lack.
//
//nolint:gochecknoglobals // never written
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue")

// simplifier maps traditional Chinese characters, and Japanese ones that are
// the same, to the simplified ones of the table of words. Both sides of a
// comparison go through it, so that one spelling stands for all. Only those
// that the table has are here.
type simplifier struct {
	to  map[rune]rune
	has *charSet
}

// theSimplifier is made when the first such text is read.
//
//nolint:gochecknoglobals // a table, never written after this
var theSimplifier = sync.OnceValue(func() *simplifier {
	m := make(map[rune]rune)
	pairs := []rune("權权錯错誤误無无効效號号碼码連连線线逾逾時时間间讀读寫写發发請请過过頻频數数據据庫库訂订單单貨货運运帳账賬账戶户戸户鎖锁凍冻結结" +
		"餘余額额夠够處处務务維维護护網网絡络統统異异常常聯联繫系係系暫暂稱称重重複复複复復复試试從从對对應应響响關关閉闭開开啟启" +
		"檔档實实現现體体態态變变動动轉转換换進进個个為为於于與与並并會会這这該该種种類类幾几導导點点總总標标題题項项選选擇择規规則则" +
		"參参驗验證证認认許许諾诺訪访問问禁禁資资產产頁页蓄蓄顯显視视聽听報报紙纸經经給给絕绝級级純纯終终組组約约終终編编緩缓縮缩" +
		"還还週周達达遠远遞递適适遲迟邊边郵邮鄰邻長长門门閱阅隊队陸陆險险隨随隱隐難难電电須须頭头頻频顆颗願愿風风飛飞餐餐驟骤" +
		"儲储傳传備备價价億亿優优僅仅倉仓側侧僞伪區区協协參参吳吴員员問问啞哑喪丧單单嘗尝圍围園园圖图團团執执場场塊块壓压壞坏" +
		"夾夹奪夺獎奖婦妇學学寧宁審审將将專专尋寻對对屬属層层岡冈嶺岭幣币師师帶带幫帮庫库廢废廣广廳厅張张強强彈弹歸归當当錄录徑径" +
		"後后慮虑慣惯憑凭懸悬戰战戲戏擁拥擊击據据擴扩攜携撥拨損损搶抢撤撤敗败敵敌斷断暢畅曆历書书會会東东條条棄弃業业極极構构" +
		"樣样機机檢检權权歡欢歲岁殘残殺杀毀毁氣气決决沒没況况測测滿满漏漏潔洁濟济滅灭災灾爭争爾尔狀状獨独獲获環环產产畫画當当療疗" +
		"盡尽監监盤盘確确礎础禮礼積积稅税穩稳窮穷競竞筆笔節节範范築筑簡简簽签籤签糾纠紀纪紅红級级細细紹绍終终給给統统絲丝綁绑維维" +
		"緊紧總总繼继續续罰罚罷罢義义習习聞闻聲声職职肅肃脫脱臨临興兴舉举舊旧艦舰藝艺藥药虛虚號号補补裝装裡里製制複复襲袭見见規规覺觉" +
		"覽览觀观計计訊讯討讨訓训託托記记設设訪访診诊評评詞词詢询話话詳详誌志認认語语誠诚說说課课調调談谈請请論论諸诸謝谢識识警警譯译議议" +
		"護护讓让貝贝負负財财責责貴贵買买費费貼贴賀贺資资賓宾賣卖賠赔質质購购贈赠贊赞跡迹車车軌轨軍军軟软較较載载輕轻輯辑輸输轄辖辦办" +
		"農农違违遺遗釋释鑑鉴針针釘钉鈔钞銀银銷销鋪铺錢钱鍵键鏈链鑰钥閒闲閃闪閣阁際际陣阵陽阳階阶雙双雜杂離离雲云靈灵靜静頂顶順顺預预" +
		"領领額额顧顾飲饮館馆駐驻駕驾騙骗驅驱髮发鬥斗魚鱼鮮鲜黃黄點点黨党齊齐齡龄佔占佈布倂并內内況况淨净減减灣湾帶带拋抛拡扩権权単单済济検检査查" +
		"対对応应続续発发読读変变経经図图実实験验処处圧压仮假価价値值衝冲欄栏刪删説说裏里註注冊册隻只緒绪滯滞徵征範范衛卫")
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return &simplifier{m, charSetOf(m)}
})

// simplify makes a character comparable: lower case where it has one, and
// simplified where it is Chinese.
func (s *simplifier) simplify(c rune) rune {
	if c < utf8.RuneSelf {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		return c
	}
	if c < 0x4e00 || c > 0x9fff {
		return c
	}
	if !s.has.has(c) {
		return c
	}
	if simple, ok := s.to[c]; ok {
		return simple
	}
	return c
}

// charSet is a set of characters of the basic plane, for a quick "no".
type charSet [1024]uint64

func (s *charSet) has(c rune) bool { return c >= 0 && c < 1<<16 && s[c>>6]&(1<<(c&63)) != 0 }

func charSetOf[T any](m map[rune]T) *charSet {
	set := new(charSet)
	for c := range m {
		if c >= 0 && c < 1<<16 {
			set[c>>6] |= 1 << (c & 63)
		}
	}
	return set
}
