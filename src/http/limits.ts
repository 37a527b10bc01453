/** Limits of a request's size and time. Requests beyond them are rejected and closed. */
export const limits = {
  /** 5,000 reference positions fit. */
  bodyBytes: 1_048_576,
  /** A form contains credentials and settings, not documents. */
  formBytes: 16_384,
  /** Request line and headers together; beyond it the response is 431. */
  headerBytes: 16_384,
  /** A WebSocket message, which lists instruments. Beyond it the socket is closed with 1009. */
  messageBytes: 65_536,
  /** A segment of a path; no id is that long. */
  pathSegmentLength: 256,
  /**
   * From the first byte to the end of the headers, and to the end of the body: a slow client is disconnected within 15
   * seconds.
   */
  headersMs: 10_000,
  requestMs: 13_000,
  /** The chunk size of CSV downloads. */
  downloadChunkRows: 1_000,
  /**
   * Simultaneous downloads of several chunks, in total and per user: each holds a database connection and a snapshot.
   */
  downloads: 6,
  downloadsPerUser: 2,
  /** A reader without progress for this time is disconnected; a download ends after this time. */
  downloadStallMs: 30_000,
  downloadMs: 900_000,
  /** How often Node checks the two above. */
  timeoutCheckMs: 1_000,
  /** Longer than common load balancers keep idle connections, so they never send into a closing one. */
  keepAliveMs: 72_000,
} as const;
