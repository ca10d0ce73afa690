//go:build !unix && !js

package sqlite

func answerLimits() {}
