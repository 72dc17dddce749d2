package openapitool

import (
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// Options says how a spec is read. Nil is every zero.
type Options struct {
	// Files are those that the spec may refer to, by names relative to its own
	// folder. nil: for Load those in that folder and below, for Parse none.
	Files fs.FS
}

// Document is a spec. It is safe for concurrent use.
type Document struct {
	root *node
	old  bool // 3.0, whose schemas are a dialect of their own

	mu    sync.Mutex // the files are read when something refers to them
	files fs.FS
	dir   string // as messages name the folder
	read  map[string]*source
	total int64
}

// maxFile is how many bytes the files of a spec may have in all.
const maxFile = 64 << 20

// Load reads the spec at path. What it refers to in other files is read when
// it is needed, from the folder of the spec and those below it and from nowhere
// else: nothing is fetched. The error is a *[SpecError].
//
// What makes a document a spec of OpenAPI 3.0 or 3.1 is checked here, an
// operation with all that it refers to when a tool is made of it. So a fault in
// one operation of a large spec does not keep the others from being used.
func Load(path string, opts *Options) (*Document, error) {
	data, err := readFile(os.Open(path)) //nolint:gosec // the user names it
	if err != nil {
		return nil, &SpecError{File: path, Reason: reason(err)}
	}
	own := Options{Files: rootFiles(filepath.Dir(path))}
	if opts != nil && opts.Files != nil {
		own = *opts
	}
	return Parse(path, data, &own)
}

// Parse reads data as the spec called name, which is used for messages. The
// error is a *[SpecError].
func Parse(name string, data []byte, opts *Options) (*Document, error) {
	if len(data) > maxFile {
		return nil, &SpecError{File: name, Reason: tooLarge}
	}
	in := &source{name: filepath.Base(name), show: name}
	root, err := read(in, data)
	if err != nil {
		return nil, err
	}
	in.root = root
	d := &Document{root: root, dir: filepath.Dir(name), read: map[string]*source{in.name: in}, total: int64(len(data))}
	if opts != nil {
		d.files = opts.Files
	}
	return d, d.check()
}

const tooLarge = "it is too large: a spec may have 64 MiB, with the files that it refers to"

// check looks at what makes a document a spec.
func (d *Document) check() error {
	if d.root.kind != mapKind {
		return d.root.fault(`this is no OpenAPI spec, which is a mapping that begins with "openapi: 3.0.3" or "openapi: 3.1.0"; it %s`, d.root.what())
	}
	version := d.root.get("openapi")
	switch {
	case version == nil && d.root.get("swagger") != nil:
		return d.root.get("swagger").fault("this is Swagger %s; OpenAPI 3.0 and 3.1 can be read, and converters make one of the other", d.root.get("swagger").text)
	case version == nil:
		return d.root.fault(`this is no OpenAPI spec: it has no "openapi: 3.0.3" or "openapi: 3.1.0" at its top level`)
	case version.text == "3.0" || strings.HasPrefix(version.text, "3.0."):
		d.old = true
	case version.text == "3.1" || strings.HasPrefix(version.text, "3.1."):
	default:
		return version.fault("OpenAPI 3.0 and 3.1 can be read, and this is %q", version.text)
	}
	paths := d.root.get("paths")
	switch {
	case paths == nil && d.old:
		return d.root.fault("the spec has no paths, so that there is nothing to call")
	case paths != nil && paths.kind != mapKind:
		return paths.fault("paths must be a mapping, and it %s", paths.what())
	}
	return nil
}

// rootFiles are the files in a folder and below it; links out of it lead
// nowhere.
type rootFiles string

func (r rootFiles) Open(name string) (fs.File, error) {
	return os.OpenInRoot(string(r), filepath.FromSlash(name))
}

func readFile(f fs.File, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}

// reason is what went wrong with a file, without its name.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "the file may not be read"
	}
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = pe.Err
	}
	return "the file cannot be read: " + err.Error()
}

// maxHops is how many references may lead to one another.
const maxHops = 100

// resolve follows references to what they lead to. name is the last step of the
// last one, "" where n is no reference.
func (d *Document) resolve(n *node) (target *node, name string, err error) {
	for range maxHops {
		ref := n.get("$ref")
		if ref == nil || ref.kind != textKind {
			return n, name, nil
		}
		if n, name, err = d.follow(ref, 0); err != nil {
			return nil, "", err
		}
	}
	return nil, "", n.fault("the references lead round in a circle")
}

// follow takes one step. On the way to what it names there may be references
// as well.
func (d *Document) follow(ref *node, hops int) (target *node, name string, err error) {
	if hops > maxHops {
		return nil, "", ref.fault("the references lead round in a circle")
	}
	file, fragment, _ := strings.Cut(ref.text, "#")
	in := ref.in
	if file != "" {
		if in, err = d.open(ref, file); err != nil {
			return nil, "", err
		}
	}
	n := in.root
	if fragment == "" || fragment == "/" {
		base := path.Base(in.name)
		return n, strings.TrimSuffix(base, path.Ext(base)), nil
	}
	if !strings.HasPrefix(fragment, "/") {
		return nil, "", ref.fault("$ref %q names an anchor; references by path can be followed, such as #/components/schemas/Order", ref.text)
	}
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	for step := range strings.SplitSeq(fragment[1:], "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		next := member(n, step)
		for next == nil && n.get("$ref") != nil && n.get("$ref") != ref {
			hops++
			if n, _, err = d.follow(n.get("$ref"), hops); err != nil {
				return nil, "", err
			}
			next = member(n, step)
		}
		if next == nil {
			return nil, "", ref.fault("$ref %q leads nowhere: there is no %q%s", ref.text, step, near(n, step))
		}
		n, name = next, step
	}
	return n, name, nil
}

func member(n *node, step string) *node {
	if n.kind == listKind {
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.items) {
			return n.items[i]
		}
		return nil
	}
	return n.get(step)
}

func near(n *node, step string) string {
	names := make([]string, 0, len(n.entries))
	for _, e := range n.entries {
		names = append(names, e.key)
	}
	return didYouMean(step, names)
}

// open reads another file of the spec.
func (d *Document) open(ref *node, file string) (*source, error) {
	if strings.Contains(file, "://") || strings.HasPrefix(file, "//") {
		return nil, ref.fault("$ref %q leads to another host, and nothing is fetched: save it beside the spec and refer to the file", ref.text)
	}
	if plain, err := url.PathUnescape(file); err == nil {
		file = plain
	}
	name := path.Join(path.Dir(ref.in.name), file)
	if in, ok := d.read[name]; ok {
		return in, nil
	}
	if d.files == nil {
		return nil, ref.fault("$ref %q leads to another file, and there are none: set Options.Files, or use Load", ref.text)
	}
	if !fs.ValidPath(name) || path.IsAbs(file) {
		return nil, ref.fault("$ref %q leads out of the folder of the spec, and only what is in it and below is read", ref.text)
	}
	data, err := readFile(d.files.Open(name))
	if err != nil {
		return nil, ref.fault("$ref %q: %s", ref.text, reason(err))
	}
	if d.total += int64(len(data)); d.total > maxFile {
		return nil, ref.fault("$ref %q: %s", ref.text, tooLarge)
	}
	in := &source{name: name, show: filepath.Join(d.dir, filepath.FromSlash(name))}
	if in.root, err = read(in, data); err != nil {
		return nil, err
	}
	d.read[name] = in
	return in, nil
}
