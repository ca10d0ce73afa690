//go:build !unix

package bolt

func answerLimits() {}
