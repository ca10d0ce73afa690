package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundled reports whether esbuild makes this asset.
func bundled(logical string) bool {
	ext := path.Ext(logical)
	return ext == ".js" || ext == ".css"
}

// bundle joins a script or style sheet with what it imports and minifies it. A
// script comes out as a classic script, which a worker can importScripts.
func (s *site) bundle(src string) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{src},
		Bundle:            true,
		Format:            api.FormatIIFE,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		LegalComments:     api.LegalCommentsEndOfFile,
		Charset:           api.CharsetUTF8,
		NodePaths:         []string{filepath.Join(s.root, "tools", "build", "node_modules")},
		Plugins:           []api.Plugin{s.references()},
		AbsWorkingDir:     s.root,
		Outdir:            filepath.Join(s.root, "web", "dist"), // named only: nothing is written
		LogLevel:          api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		list := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, fmt.Errorf("bundling:\n%s", strings.Join(list, ""))
	}
	return result.OutputFiles[0].Contents, nil
}

// references makes esbuild see hashed names: {{asset}} in scripts, url() in CSS.
func (s *site) references() api.Plugin {
	static := filepath.Join(s.root, "static") + string(filepath.Separator)
	return api.Plugin{Name: "references", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `\.js$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			if !strings.HasPrefix(a.Path, static) {
				return api.OnLoadResult{}, nil
			}
			raw, err := os.ReadFile(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			raw, err = s.expand(a.Path, raw)
			text := string(raw)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS, ResolveDir: filepath.Dir(a.Path)}, err
		})
		b.OnResolve(api.OnResolveOptions{Filter: `.*`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if a.Kind != api.ResolveCSSURLToken || strings.HasPrefix(a.Path, "data:") || strings.HasPrefix(a.Path, "#") {
				return api.OnResolveResult{}, nil
			}
			name, err := s.asset(path.Clean(a.Path))
			return api.OnResolveResult{Path: name, External: true}, err
		})
	}}
}
