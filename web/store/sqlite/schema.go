//go:build !js

package sqlite

import (
	"errors"
	"fmt"
	"strconv"

	"hopyard/web/store/migrations"
)

// known returns an error if this program does not know the schema of a database,
// because a newer version of the program has written it.
func known(s *session) error {
	version, err := s.number("PRAGMA user_version")
	if err == nil && version > int64(len(migrations.All)) {
		return fmt.Errorf("its version %d is newer than this program, which knows %d: take the newer program", version, len(migrations.All))
	}
	return err
}

// migrate brings a database to the current schema. If a migration fails, none of
// them takes effect.
func migrate(s *session) (err error) {
	version, err := s.number("PRAGMA user_version")
	if err != nil || version >= int64(len(migrations.All)) {
		return err
	}
	if err := s.run("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		end := "COMMIT"
		if err != nil {
			end = "ROLLBACK"
		}
		err = errors.Join(err, s.run(end))
	}()
	if version, err = s.number("PRAGMA user_version"); err != nil { // another process may have migrated the database meanwhile
		return err
	}
	for i := int(version); i < len(migrations.All); i++ {
		if err := s.run(migrations.All[i].SQL); err != nil {
			return fmt.Errorf("migration %s: %w", migrations.All[i].Name, err)
		}
	}
	for _, text := range []string{
		"PRAGMA user_version = " + strconv.Itoa(len(migrations.All)),
		"PRAGMA application_id = " + strconv.Itoa(application),
	} {
		if err := s.run(text); err != nil {
			return err
		}
	}
	return nil
}
