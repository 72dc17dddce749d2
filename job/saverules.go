package job

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/batchagent/batchagent/correction"
)

// SaveRules writes rules to a file, which is there whole or as it was before.
func SaveRules(path string, rules []correction.LearnedRule) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	err = errors.Join(WriteRules(f, rules), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
