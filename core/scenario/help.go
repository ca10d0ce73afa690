package scenario

// help holds the texts of forms. A line without indentation begins a form: its
// name, title, purpose and path. The indented lines after it are its fields: the
// path below that of the form, the title and the description. In the path of a
// field:
//
//   - text after = is a new element of the list or map, as JSON;
//   - text before / is the kind of topology that has the field;
//   - a name after * stands for the lines of the block with that name. A line that begins with
//   - begins such a block; the blocks "options…" are made from core/policies.
//
// A fourth part of a line is the value that applies if the field is left out, or -
// for none. It is there only where it differs from the default of the table. The
// tables of the fields have everything else that forms contain. The page reads
// forms from a file, so that this text is not in its program.
const help = `
*node
	cores | Cores | Cores of each node.
	sockets | Sockets | Sockets that the cores sit on.
	speed | Speed | Of each core, in reference cores.
	memory | Memory | MiB.
	disk | Disk | MiB.
	gpus | GPUs | GPUs of each node.
	resources=1 | Own resources | Of the cluster's own, such as fpga, by name.
	resources{} | Amount | Of each node.
*comm
	pattern | Pattern | Who sends to whom. | -
	share | Share | The part of a link that the busiest process needs at full speed.
	bytes | Bytes | What each flow carries over the whole run, in place of a share.
	matrix | Matrix | How much each process sends to each other.
*speedup
	model | Speedup | How much faster it is on more nodes or tasks.
	serial | Serial part | The part of the work that is serial, 0 to 1.
	parallelism | Parallelism | How many nodes or tasks it can use on average.
	sigma | Variance | The coefficient of variance of its parallelism.
*limit
	jobs | jobs | Running jobs.
	nodes | nodes | Nodes that they use, each counted once a job.
	cores | cores | Cores that they hold.
	gpus | gpus | GPUs that they hold.
	node_seconds | node_seconds | Nodes times what is left of their walltimes, in seconds.
	memory | memory | MiB of memory that they hold.
	disk | disk | MiB of disk that they hold.
	resources=1 | Own resources | What they hold of the cluster's own resources, by name.
	resources{} | Most | That they hold.
scenario | Scenario | What it is called, and what it shows. | 
	title | Title | A line.
	about | About | What it shows, in a sentence or two.
	seed | Seed | For all that is drawn: jobs of a model, failures, random nodes.
topology | Network of nodes | How the nodes are joined. | cluster.topology
	kind | Kind | The shape of the network.
	flat/nodes | Nodes | How many nodes.
	star/nodes | Nodes | How many nodes.
	torus/dims | Sides | Nodes along each dimension.
	mesh/dims | Sides | Nodes along each dimension.
	hypercube/dims | Dimensions | How many; 2 to the power of it are the nodes.
	fat-tree/levels | Levels | Levels of switches.
	fat-tree/width | Width | Children of every switch.
	fat-tree/down | Children | Of a switch, by level from the leaves; in place of levels and width.
	fat-tree/up | Parents | Of a switch or node, by level from the leaves.
	fat-tree/links | Cables | To each parent, by level from the leaves.
	fat-tree/labels | Names of switches | By level and place, leaf 9, or by level and path, as S0 has it: 221.
	dragonfly/groups | Groups | Groups of routers.
	dragonfly/routers | Routers | Of each group.
	dragonfly/nodes | Nodes of a router | How many.
	graph/nodes | Nodes | How many nodes.
	graph/switches | Switches | How many switches.
	graph/links={"from": "n0", "to": "s0", "both": true} | Links | Which devices are joined.
	graph/links[].from | From | A node, "n0", or a switch, "s0".
	graph/links[].to | To | A node, "n0", or a switch, "s0".
	graph/links[].weight | Weight | Its length; 1 is a plain link.
	graph/links[].bandwidth | Bandwidth | Bytes a second, if not the network's.
	graph/links[].both | Both ways | One link each way.
	graph/pairs | Distance of a pair | The larger of the ways there and back, or their sum.
	slurm/conf | topology.conf | The text of Slurm's topology.conf or topology.yaml.
node | Nodes | What each node has that is in no group. | cluster.node
	*node
groups | Groups of nodes | Nodes that differ: faster ones, or with GPUs. | cluster
	groups={"nodes": "0"} | Groups | Nodes that differ from the others.
	groups[].nodes | Nodes | Which nodes; no node is in two groups.
	groups[].*node |  |  | -
within | Inside a node | How far two tasks on one node are apart, in units of distance. | cluster.within
	core | One socket | Between two cores of a socket.
	socket | Two sockets | Between two sockets.
network | Communication | Whether communication takes time. | network
	model | Model | How communication slows jobs down.
	bandwidth | Bandwidth | Bytes a second of links that name none.
	latency | Latency | Seconds that each hop adds to a second of communication, under max-min.
	comm.*comm
model | Drawn jobs | Jobs drawn by Lublin and Feitelson's model in place of a list. | workload
	model | Model | The model of the workload.
	jobs | Jobs | How many.
	load | Load | The offered load that arrivals are scaled to.
	estimates | Estimates | How walltimes come about.
	types | Types | Which streams of jobs.
	tasks | Tasks | Jobs ask for tasks of one core, which share nodes.
	widest | Widest | The most nodes or tasks of a job.
	factor | Factor | The most that a walltime is times the run time, for the estimates by a factor. | 5
	max_estimate | Longest estimate | Seconds, for Tsafrir's estimates.
	memory | Memory | Of a task, as a fraction.
	disk | Disk | Of a task, as a fraction.
	fraction_of | Fraction of | What memory and disk are fractions of: what the best node has, or what nodes have for each core.
	patterns | Patterns | Of communication, one drawn for each job.
	share | Share | The part of a link that the busiest process needs.
	users | Users | How many send the jobs, the first of them most.
	slack | Slack | Deadlines: submission plus so many times the walltime.
	elastic.part | Malleable | The part of the jobs that is malleable, 0.001 to 1.
	elastic.factor | Growth | How many times its size a malleable job may have; it shrinks as far.
	swf | Trace | The text of an SWF trace, in place of a model.
	elastic.speedup.*speedup
job | Job | What it asks for, and how long it runs. | jobs[]
	id | Number | What people call it; each number once.
	submit | Submitted | Seconds from the beginning.
	nodes | Nodes | Whole nodes, for this job alone.
	tasks | Tasks | Tasks that share nodes with other jobs, in place of nodes.
	per_node.cores | Cores of a node | Cores that each node must have, at least.
	per_node.memory | Memory of a node | MiB that each node must have, at least.
	per_node.disk | Disk of a node | MiB that each node must have, at least.
	per_node.gpus | GPUs of a node | GPUs that each node must have, at least.
	per_node.resources=1 | Own resources | That each node must have, at least, by name.
	per_node.resources{} | Amount | Of each node.
	per_task.cores | Cores of a task | Cores that each task needs.
	per_task.memory | Memory of a task | MiB that each task needs.
	per_task.disk | Disk of a task | MiB that each task needs.
	per_task.gpus | GPUs of a task | GPUs that each task needs.
	per_task.resources=1 | Own resources | That each task needs, by name.
	per_task.resources{} | Amount | Of each task.
	walltime | Walltime | The limit in seconds, at which it is killed.
	runtime | Run time | Seconds on nodes of speed 1, if not the walltime.
	user | User | Whose it is.
	group | Group | The user's group.
	queue | Queue | Which queue it was sent to.
	priority | Priority | Higher is sooner, under the order priority and where priorities are weighed.
	after | After | The number of the job that must end before.
	think | Think time | Seconds from the end of that job to this submission.
	overrun | At the walltime | Whether it is killed or runs on.
talk | Communication of a job | How its processes talk. | jobs[].comm
	*comm
due | Deadline | When it must be complete, and what its estimate is made from. | jobs[]
	deadline | Deadline | Seconds from the beginning, after its submission.
	amount | Amount | Of computation, in any unit that its application's jobs share.
	application | Application | What it runs.
parts | Parts | Pieces of work that the run time follows from, in place of a run time. | jobs[].parts
	order | Order | One after another on all that it holds, or all at once on shares of it. | -
	work | Work | Seconds of each part on one node or task of speed 1.
malleable | Malleable | How its size may change while it runs. | jobs[].elastic
	min | Least | Nodes or tasks; at most what it asks for, which it is if left out.
	max | Most | Nodes or tasks; at least what it asks for, which it is if left out.
	data | Data | Bytes spread over it, of which a part moves when it changes its size.
	moldable | Moldable | Any size between may be chosen when it starts.
	speedup.*speedup
scheduler | Scheduler | Which jobs start, when, and where. | scheduler
	queue | Queue | Which job starts, and when.
	allocator | Placement | On which nodes.
	order | Order | Who is before whom in the queue.
	overrun | At the walltime | Whether jobs are killed or run on.
	*options
	decisions={"at": 0, "job": 1} | Decisions | Which jobs a person starts under manual, in the order of time.
	decisions[].at | At | Seconds from the beginning. | -
	decisions[].job | Job | The number of the job that starts. | -
	decisions[].nodes | Nodes | On which nodes; where the allocator chooses if left out.
batch | Batches | S0's batches and units. | scheduler.batch
	*options.batch
priority | Priority | What weighs how much under hybrid; the highest sum comes first. | scheduler.priority
	weights.queue_time | queue_time | For each minute since submission.
	weights.expansion | expansion | For 1 + time in the queue / walltime.
	weights.nodes | nodes | For each node asked for.
	weights.cores | cores | For each core asked for.
	weights.memory | memory | For each GiB asked for.
	weights.gpus | gpus | For each GPU asked for: S3's GPUWEIGHT.
	weights.job | job | For each point of the job's own priority.
	weights.user | user | For each point of the user's.
	weights.group | group | For each point of the group's.
	weights.queue | queue | For each point of the queue's.
	weights.resources=1 | Own resources | For each of the cluster's own resources asked for, by name.
	weights.resources{} | Weight | Of each; may be negative.
	weights.fair_share | fair_share | For each percent of fair share that the user has too little.
	users=1 | Of users | Points by name; all others have 0.
	users{} | Points | Whole, and may be negative.
	groups=1 | Of groups | Points by name; all others have 0.
	groups{} | Points | Whole, and may be negative.
	queues=1 | Of queues | Points by name; all others have 0.
	queues{} | Points | Whole, and may be negative.
	fair_share.users=50 | Fair shares | What users should have of what is used; those who are not named have no part in it.
	fair_share.users{} | Share | Percent.
	fair_share.window | Window | Seconds that are counted together.
	fair_share.depth | Windows | How many count.
	fair_share.decay | Decay | How much a window counts of the one after it, 0 to 1.
	whole_nodes | Of whole nodes | Whether GPUs and own resources count that a job asks for, or all that its nodes bring.
growth | Growth | Whether and how running malleable jobs change their size. | scheduler.elastic
	growth | Who grows | Which running job takes what is free first.
	method | Method | Without stopping (S2), or killed and submitted again; only under growth always where the job must then wait.
	idle | Only if nobody waits | Jobs grow only while no job waits, not whenever no waiting job could start.
	shrink | Shrink | Jobs give nodes back when the first waiting job could then start (ours, not S2's).
	costs.stages | Stages | Seconds that each of s1 to s7 takes; s7 stops the job. | [0, 0, 0, 0, 0, 0, 0]
	costs.launch | Launch | Seconds more in s3, for every doubling of what is added.
	costs.rebuild | Rebuild | Seconds more in s7, for every doubling of the new size.
	costs.bandwidth | Bandwidth | Bytes a second of each node or task, at which data move in s7.
	costs.restart | Restart | Seconds before a job that was stopped to be started anew computes.
allotments | Allotments | Each user's share of the machine under deadline; what is left over is the system's reserve. | allotments
	share | Usable | The part of each allotment that any job may use, 0 to 1; the rest is for jobs that would be late.
	users=1 | Users | Who has an allotment.
	users{}.nodes | Nodes | All that the user may use.
	users{}.share | Usable | The usable part, if it differs. | -
	events={"at": 600, "users": {"ada": 10}} | Events | When allotments change.
	events[].at | At | Seconds from the beginning. | -
	events[].users=1 | Users | Whose allotment changes.
	events[].users{}.nodes | Nodes | All that the user may use from then on; what stays is left out. | -
	events[].users{}.share | Usable | The usable part from then on; what stays is left out. | -
	history={"user": "ada", "amount": 1, "time": 1} | History | Finished jobs that run times are estimated from.
	history[].user | User | Whose it was.
	history[].application | Application | What it ran.
	history[].amount | Amount | Of computation.
	history[].time | Time | Seconds that it ran.
limits | Limits | What running jobs of a user, group or queue may have under hybrid. | limits
	users={"jobs": 1} | Of users | By name; "*" is each that has no limit of its own.
	users{}.*limit
	groups={"jobs": 1} | Of groups | By name; "*" is each that has no limit of its own.
	groups{}.*limit
	queues={"jobs": 1} | Of queues | By name; "*" is each that has no limit of its own.
	queues{}.*limit
queues | Queues | Which queues take jobs, and let them start, and when that changes. | queues
	={"started": false} | Queues | By name; "*" is each that has no state of its own.
	{}.open | Open | A closed queue takes no submissions: they are rejected.
	{}.started | Started | A stopped queue takes submissions, but nothing of it starts.
	{}.events={"at": 600, "started": true} | Events | When its state changes.
	{}.events[].at | At | Seconds from the beginning. | -
	{}.events[].open | Open | Whether it takes submissions from then on; what stays is left out. | -
	{}.events[].started | Started | Whether its jobs may start from then on. | -
faults | Failures | When nodes and links go down and come up, and what becomes of jobs. | faults
	offline | Offline | Nodes that are not there at the beginning.
	events={"at": 0, "down": "0", "for": 60} | Events | Nodes and links that go down or come up at given times.
	events[].at | At | Seconds from the beginning. | -
	events[].down | Down | Nodes that go down; an event has one of down, up, leave, join and link.
	events[].up | Up | Nodes that come up.
	events[].leave | Leave | Nodes that go to another division of the machine.
	events[].join | Join | Nodes that come back from another division.
	events[].link | Link | The two ends of a link that goes down, both ways.
	events[].for | For | Seconds until the opposite happens; if left out it does not.
	mtbf | Mean time between failures | Seconds, of each node; failures are drawn by the seed.
	repair | Repair | Seconds in the mean until a node that failed so is back; if left out it never is.
	heartbeat.period | Heartbeat | Seconds between two signs of life of a node.
	heartbeat.misses | Missed beats | How many must not come before a node is taken for down.
	jobs | Jobs | What becomes of a job that loses a node.
	checkpoint.every | Checkpoints | Seconds of computing between two.
	checkpoint.cost | Cost | Seconds of each checkpoint.
`
