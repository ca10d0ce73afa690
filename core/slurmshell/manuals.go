package slurmshell

// manuals are short manual pages, by command.
var manuals = map[string]string{
	"sbatch": `sbatch [options] script      sbatch [options] --wrap="sleep 300"

Submits a batch job. It waits in the queue until the scheduler starts it.
  -N, --nodes=N            whole nodes
  -n, --ntasks=N           tasks, which share nodes with other jobs
  -c, --cpus-per-task=N    cores of each task
  -t, --time=LIMIT         time limit: minutes, hours:minutes:seconds or days-hours
  -p, --partition=NAME     -q, --qos=NAME     -A, --account=NAME
  -J, --job-name=NAME
  -d, --dependency=LIST    wait for other jobs, as in afterok:12 or singleton
      --kill-on-invalid-dep=yes   cancel the job once that can no longer be
  -b, --begin=TIME         not before: now+1hour, 16:00
      --deadline=TIME      removed if it could no longer end by then (state DEADLINE)
  -a, --array=LIST         several tasks, as in 1-10%2 (two at a time)
      --exclusive  --mem=4G  --mem-per-cpu=2G  --gres=gpu:2  --gpus=8  --gpus-per-task=1
      --nice=N  --priority=N  -L, --licenses=matlab:2  --segment=N  --switches=N  -H, --hold
A script does nothing but sleep: "sleep 300" makes the job run for five minutes. A job
without sleep runs for half of its time limit. ls lists scripts, cat shows one.`,
	"squeue": `squeue [options]

Shows the jobs that wait (PD) and run (R). For those that wait, the last column tells why.
  -u, --user=LIST   --me          jobs of these users, or your own
  -j, --jobs=LIST   -p, --partition=LIST   -n, --name=LIST   -A, --account=LIST
  -t, --states=LIST               PD, R, CD, CA, TO, DL, or all
  -l, --long                      with the time limit
      --start                     when waiting jobs are to start, as far as that is planned
  -o, --format="%i %j %T"         columns: %i id, %P partition, %j name, %u user, %t %T state,
      %M time, %l limit, %L left, %D nodes, %C cpus, %R nodes or reason, %r reason, %S start,
      %e end, %V submitted, %Q priority, %q QOS, %a account, %N nodes, %Y planned nodes
  -h, --noheader
Reasons: Resources (first in the queue), Priority (others are before it), Dependency,
BeginTime, JobHeldUser, and limits such as QOSMaxJobsPerUserLimit.`,
	"sinfo": `sinfo [options]

Shows partitions, and how many of their nodes are idle, mix (partly used), alloc or down.
  -N, --Node        a line for each node
  -l, --long        more columns
  -p, --partition=LIST   -n, --nodes=LIST   -t, --states=LIST
  -o, --format="%P %a %l %D %t %N"     also %C: cores allocated/idle/other/total`,
	"scancel": `scancel [options] [job ...]

Cancels jobs, whether they wait or run.
  -u, --user=NAME  --me  -n, --name=NAME  -p, --partition=NAME  -t, --state=PD`,
	"scontrol": `scontrol show job [ID] | node [NAME] | partition [NAME]
scontrol hold ID ...         a waiting job may not start (JobHeldUser)
scontrol release ID ...      it may start again
scontrol update jobid=ID timelimit=30 numnodes=2 partition=P qos=Q priority=N starttime=now+1hour

Of a running job, only the time limit can be changed.
  -o, --oneliner    one line for each job, node or partition`,
	"sprio": `sprio [options]

Shows the priorities of waiting jobs and what they consist of.
  -l, --long   -j, --jobs=LIST   -u, --user=LIST
  -w, --weights     the weight of each part`,
	"sshare": `sshare

Shows the tree of accounts and users with their shares.`,
	"sacct": `sacct [options]

Shows all jobs of the run, also those that have ended.
  -j, --jobs=LIST   -u, --user=LIST   -s, --state=LIST   -r, --partition=LIST
  -o, --format=JobID,State,Elapsed,Start,End,NodeList
  -P, --parsable2   columns separated by |
  -n, --noheader`,
}
