/** What is to be streamed. */
export interface StreamSource {
  /** Unlike its address, never twice in a row: a track may follow itself. */
  readonly key: string;
  readonly url: string;
}

/** Sounds that follow each other on a deck without a hole (decision 0036). */
export interface SoundStream {
  /** What follows; null where nothing does. */
  follow(next: StreamSource | null): void;
  close(): void;
}
