import type { LinkState } from "../stage/link";
import type { Stage } from "../stage/stage";
import type { Fault } from "./fault";

export function networkFaults({ cluster, links, redis }: Stage) {
  const toDatabase =
    (state: LinkState): Fault =>
    async () => {
      cluster.setLinks(state);
      return () => cluster.setLinks("open");
    };
  const toClients =
    (state: LinkState): Fault =>
    async (aim) => {
      const link = links[Math.floor(aim * links.length)];
      link?.set(state);
      return () => link?.set("open");
    };
  const redisKilled: Fault = async () => {
    if (!redis) return null;
    await redis.kill();
    return () => redis.startAgain();
  };
  const redisStopped: Fault = async () => {
    if (!redis) return null;
    redis.signal("SIGSTOP");
    return () => redis.signal("SIGCONT");
  };
  return {
    "database cut off": toDatabase("closed"),
    "database's answers lost": toDatabase("mute"),
    "way to the database stalled": toDatabase("stalled"),
    "clients cut off": toClients("closed"),
    "clients' answers lost": toClients("mute"),
    "Redis killed": redisKilled,
    "Redis stopped for a while": redisStopped,
  } satisfies Record<string, Fault>;
}
