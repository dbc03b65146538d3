export const realtime = {
  heartbeatMs: 25_000,
  reconnectSeconds: [1, 2, 5, 10],
  maxTopicsPerSocket: 50,
  /** Open sockets in one process: of one network (an IPv4 address, an IPv6 /64), and of one session. */
  socketsPerNetwork: 300,
  socketsPerSession: 40,
  /** Token bucket for messages of one socket: its size, and tokens a second. */
  messageBurst: 200,
  messagesPerSecond: 20,
  keepEventsHours: 24,
} as const;
