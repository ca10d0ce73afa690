// Runs the built worker under workerd on this machine for the tests, configured by
// wrangler.jsonc: node local.mjs state [main.mjs [reads]]. It prints its address and
// runs until its standard input ends. state is the folder of the database, main.mjs a
// program to run instead of the worker, and reads the number of requests that one
// client may make in a minute. The tests do not use wrangler dev, because it puts a
// second server in front, which fails on bodies that a worker does not read.
import { readdir, readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";

const [state, other, reads] = process.argv.slice(2);
const { workerOptions, main } = unstable_getMiniflareWorkerOptions("wrangler.jsonc");
if (reads) workerOptions.ratelimits.READS.simple.limit = Number(reads);
const program = resolve(other ?? main);
const local = new Miniflare({
  ...workerOptions,
  modules: true,
  modulesRoot: dirname(program),
  scriptPath: program,
  rootPath: dirname(program),
  assets: other ? undefined : workerOptions.assets,
  host: "127.0.0.1",
  port: 0,
  cf: false,
  unsafeTriggerHandlers: true, // so that tests can run the cron trigger: /cdn-cgi/handler/scheduled
  stripCfConnectingIp: false, // so that a test can act as several clients
  defaultPersistRoot: state,
});

const migrations = "../store/migrations";
const links = await local.getD1Database("LINKS");
for (const name of (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort()) {
  for (const statement of unstable_splitSqlQuery(await readFile(`${migrations}/${name}`, "utf8"))) {
    await links.prepare(statement).run();
  }
}
console.log(`ready ${await local.ready}`);
process.stdin.on("end", async () => {
  await local.dispose();
  process.exit();
});
process.stdin.resume();
