package cli

// HeadOfTable gives tests what a .csv report starts with; "": it is no table.
func HeadOfTable(start string, columns []string) string {
	h, ok := readHead(start, columns)
	if !ok {
		return ""
	}
	return h.first()
}
