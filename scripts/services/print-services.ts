import { parseArgs } from "node:util";
import { startServices } from "./start-services.ts";

const { values } = parseArgs({ options: { durable: { type: "boolean", default: false } } });
const services = await startServices({ durable: values.durable });

for (const sentence of services.unavailable) console.error(sentence);
if (services.databaseUrl) console.log(`export TEST_DATABASE_URL=${services.databaseUrl}`);
if (services.redisUrl) console.log(`export TEST_REDIS_URL=${services.redisUrl}`);

// The running servers keep this process in the foreground; once they have ended, nothing does.
process.once("SIGINT", services.stop);
process.once("SIGTERM", services.stop);
if (services.unavailable.length > 0) process.exitCode = 1;
