/** Targets that webhooks must not have, whatever the host resolves to. The guide prints these lists. */

/** Names reserved never to resolve (RFC 2606 and 6761). */
export const UNRESOLVABLE_ENDINGS: readonly string[] = [".example", ".invalid", ".localhost", ".test"];

/**
 * Ports of other protocols, to prevent request smuggling: those refused by browsers (the Fetch standard's "bad ports"), and
 * those of databases, queues, remote control, and clusters.
 */
export const REFUSED_PORTS: ReadonlySet<number> = new Set([
  // The Fetch standard.
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  // Files and remote control: SMB, rsync, RDP, VNC, WinRM.
  ...[445, 873, 3389, 5900, 5985, 5986],
  // Databases: SQL Server, Oracle, MySQL, PostgreSQL, CouchDB, Redis, Cassandra, Elasticsearch, memcached, MongoDB.
  ...[1433, 1434, 1521, 3306, 5432, 5984, 6379, 9042, 9200, 9300, 11211, 27017, 27018, 27019],
  // Queues: MQTT, AMQP, Kafka.
  ...[1883, 8883, 5671, 5672, 9092],
  // Directories, clusters and containers: LDAP, ZooKeeper, Docker, etcd, Erlang, Kubernetes, Consul.
  ...[3268, 3269, 2181, 2375, 2376, 2379, 2380, 4369, 6443, 10250, 10255, 8500],
]);
