package main

// addPolicy makes the file of what the editor of policies shows: the interface of
// programs, and the examples.
func (s *site) addPolicy() error {
	s.made("policy.json", []byte(`{"entries":[],"examples":[]}`))
	return nil
}
