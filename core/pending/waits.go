package pending

// Waits names what a job waits for, in a few words.
type Waits uint8

// What jobs wait for.
const (
	WaitsUnsaid Waits = iota // Slurm gives no reason, or one that is not among these
	WaitsTurn
	WaitsNodes
	WaitsScheduler
	WaitsRelease
	WaitsJob
	WaitsBegin
	WaitsLimit
	WaitsArray
	WaitsOwnReservation
	WaitsLicense
	WaitsPartition
	WaitsUnavailable
	WaitsInVain

	NumWaits = iota
)

// String returns what a job waits for in English.
func (w Waits) String() string {
	return [...]string{"", "its turn", "free nodes", "the next run of a scheduler", "its release", "another job", "its begin time", "room under a limit", "a task of its array", "its reservation", "a license", "its partition",
		"nodes that are down or reserved", "nothing: it never starts"}[w]
}

// WaitsFor returns what a reason of Slurm says that a job waits for.
func WaitsFor(reason string) Waits {
	switch code := blocked(reason); {
	case code == NoClause:
	case code.byLimit():
		return WaitsLimit
	default:
		return code.waits()
	}
	switch saying(reason).Code {
	case SlurmPriority:
		return WaitsTurn
	case SlurmResources:
		return WaitsNodes
	case SlurmUntested:
		return WaitsScheduler
	case SlurmUnavailable:
		return WaitsUnavailable
	case LaterBegin:
		return WaitsBegin
	}
	return WaitsUnsaid
}

// waits returns what a job with an obstacle waits for that is no limit.
func (x Code) waits() Waits {
	switch x {
	case HeldByUser, HeldByAdmin:
		return WaitsRelease
	case WaitsForJob:
		return WaitsJob
	case ArrayLimit:
		return WaitsArray
	case DownPartition, InactivePartition:
		return WaitsPartition
	case WaitsForReservation:
		return WaitsOwnReservation
	case WaitsForLicense:
		return WaitsLicense
	}
	return WaitsInVain
}
