package slurmshell

import (
	"fmt"
	"strings"
)

// option is an option of a command.
type option struct {
	long  string
	short byte // 0 if there is none
	value bool // whether it takes a value
}

// optionsOf lists options. In the list, a name ends with = if the option takes a value,
// and its letter stands before it: "N/nodes=".
func optionsOf(list string) (all []option) {
	for _, name := range strings.Fields(list) {
		var o option
		if len(name) > 1 && name[1] == '/' {
			o.short, name = name[0], name[2:]
		}
		o.long, o.value = strings.TrimSuffix(name, "="), strings.HasSuffix(name, "=")
		all = append(all, o)
	}
	return all
}

// given holds the options of a line by their long names, and the other words.
type given struct {
	values map[string]string
	words  []string
}

func (g *given) has(name string) bool { _, ok := g.values[name]; return ok }

// parse reads the options of a command as getopt_long does: --nodes=2, --nodes 2, -N2
// and -N 2. A long name may be cut if it stays unambiguous. If first is set, the first
// other word ends the options.
func parse(name string, all []option, args []string, first bool) (g given, err error) {
	g.values = map[string]string{}
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case word == "--":
			g.words = append(g.words, args...)
			return g, nil
		case strings.HasPrefix(word, "--"):
			args, err = g.long(name, all, word[2:], args)
		case len(word) > 1 && word[0] == '-':
			args, err = g.short(name, all, word[1:], args)
		default:
			g.words = append(g.words, word)
			if first {
				g.words = append(g.words, args...)
				return g, nil
			}
		}
		if err != nil {
			return g, err
		}
	}
	return g, nil
}

func (g *given) long(name string, all []option, word string, args []string) ([]string, error) {
	word, value, has := strings.Cut(word, "=")
	var found []option
	for _, o := range all {
		if o.long == word {
			found = []option{o}
			break
		}
		if strings.HasPrefix(o.long, word) {
			found = append(found, o)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("%s: unrecognized option '--%s'\nTry \"%s --help\" for more information", name, clip(word), name)
	case len(found) > 1:
		return nil, fmt.Errorf("%s: option '--%s' is ambiguous; it may be --%s or --%s\nTry \"%s --help\" for more information", name, clip(word), found[0].long, found[1].long, name)
	}
	o := found[0]
	switch {
	case has && !o.value:
		return nil, fmt.Errorf("%s: option '--%s' doesn't allow an argument", name, o.long)
	case !has && o.value && len(args) == 0:
		return nil, fmt.Errorf("%s: option '--%s' requires an argument\nTry \"%s --help\" for more information", name, o.long, name)
	case !has && o.value:
		value, args = args[0], args[1:]
	}
	g.values[o.long] = value
	return args, nil
}

func (g *given) short(name string, all []option, word string, args []string) ([]string, error) {
	for i := 0; i < len(word); i++ {
		var o *option
		for k := range all {
			if all[k].short == word[i] {
				o = &all[k]
			}
		}
		switch {
		case o == nil:
			return nil, fmt.Errorf("%s: invalid option -- '%c'\nTry \"%s --help\" for more information", name, word[i], name)
		case !o.value:
			g.values[o.long] = ""
			continue
		case i+1 < len(word):
			g.values[o.long] = strings.TrimPrefix(word[i+1:], "=")
		case len(args) == 0:
			return nil, fmt.Errorf("%s: option requires an argument -- '%c'\nTry \"%s --help\" for more information", name, word[i], name)
		default:
			g.values[o.long], args = args[0], args[1:]
		}
		break
	}
	return args, nil
}

// list returns the parts of a value that commas separate.
func (g *given) list(name string) []string {
	if g.values[name] == "" {
		return nil
	}
	return strings.Split(g.values[name], ",")
}
