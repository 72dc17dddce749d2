package taxonomy

import (
	"html"
	"strings"
)

// readPage reads an error that comes as markup. A page of HTML says nothing that
// is meant for a program, but its headings tell whose page it is ("You are being
// rate limited"). An XML error, as S3 and its like send it, has a code and a
// message.
func readPage(body string) errorDocument {
	var doc errorDocument
	if code := element(body, "Code"); code != "" && !isHTML(body) {
		doc.code, doc.message = code, element(body, "Message")
		doc.addWord(code)
		if element(body, "RequestId") != "" || element(body, "HostId") != "" {
			doc.aws = code
		}
		doc.page = doc.message
		return doc
	}
	if fault := element(body, "faultstring"); fault != "" { // SOAP 1.1
		doc.message, doc.page = fault, fault
		return doc
	}
	if isHTML(body) {
		doc.page = headings(body) + element(body, "body")
		return doc
	}
	doc.page = element(body, "message")
	doc.message = doc.page
	return doc
}

func isHTML(body string) bool {
	head := strings.ToLower(body[:min(len(body), 512)])
	return strings.Contains(head, "<html") || strings.Contains(head, "<!doctype html") || strings.Contains(head, "<head") || strings.Contains(head, "<title") || strings.Contains(head, "<h1")
}

// headings returns the title and the headings, with a full stop after each.
func headings(body string) string {
	var b strings.Builder
	for _, name := range []string{"title", "h1", "h2", "h3"} {
		if text := element(body, name); text != "" {
			b.WriteString(text)
			b.WriteString(". ")
		}
	}
	return b.String()
}

// maxElement is the most bytes of an element's text that are kept.
const maxElement = 512

// element returns the text of the first element of a name, without the tags in
// it; "" where there is none. Names are compared without regard to case, as HTML
// does.
func element(body, name string) string {
	for rest := body; ; {
		i := strings.IndexByte(rest, '<')
		if i < 0 || len(rest)-i <= len(name)+1 {
			return ""
		}
		rest = rest[i+1:]
		if !strings.EqualFold(rest[:len(name)], name) || rest[len(name)] != '>' && rest[len(name)] != ' ' {
			continue
		}
		_, inner, ok := strings.Cut(rest, ">")
		if !ok {
			return ""
		}
		return plainText(inner, name)
	}
}

// plainText returns what stands before the end tag of name.
func plainText(inner, name string) string {
	var b strings.Builder
	for b.Len() < maxElement {
		i := strings.IndexByte(inner, '<')
		if i < 0 {
			break
		}
		b.WriteString(inner[:min(i, maxElement)])
		inner = inner[i+1:]
		if len(inner) > len(name) && inner[0] == '/' && strings.EqualFold(inner[1:1+len(name)], name) {
			break
		}
		b.WriteByte(' ')
		if _, after, ok := strings.Cut(inner, ">"); ok {
			inner = after
		}
	}
	return strings.Join(strings.Fields(html.UnescapeString(b.String())), " ")
}
