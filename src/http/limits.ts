/** How much of a caller's time and text this service takes. Everything beyond is answered and let go. */
export const limits = {
  /** 5,000 reference positions fit. */
  bodyBytes: 1_048_576,
  /** A form carries a few credentials, never a document. */
  formBytes: 16_384,
  /** Request line and headers together; beyond it the answer is 431. */
  headerBytes: 16_384,
  /** A message on a socket: what is said there are lists of instruments. Beyond it the socket is closed with 1009. */
  messageBytes: 65_536,
  /** One segment of a path; no id is that long. */
  pathSegmentLength: 256,
  /** From the first byte to the end of the headers, and to the end of the body: a slow client is gone within 15 seconds. */
  headersMs: 10_000,
  requestMs: 13_000,
  /** Rows of a list that is downloaded as CSV are read from the database in chunks. */
  downloadChunkRows: 1_000,
  /** Lists of more than one chunk, read at once by everybody and by one user: each holds a connection to the database and a snapshot. */
  downloads: 6,
  downloadsPerUser: 2,
  /** A reader who takes nothing for so long is gone, and a download ends after so long. */
  downloadStallMs: 30_000,
  downloadMs: 900_000,
  /** How often Node looks for the two above. */
  timeoutCheckMs: 1_000,
  /** An idle connection is kept longer than common load balancers keep theirs, so they never send into a closing one. */
  keepAliveMs: 72_000,
} as const;
