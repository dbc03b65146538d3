/** Why a file gives no result, as a closed list. */
export type UnreadableReason = 'empty' | 'truncated' | 'too-many-pixels' | 'not-media' | 'too-long' | 'failed';

/** What is said to people. */
const sentences: Readonly<Record<UnreadableReason, string>> = {
  empty: 'The file is empty.',
  truncated: 'The file is damaged, or its end is missing.',
  'too-many-pixels': 'The picture is too large: it has more than 100 megapixels, all frames together.',
  'not-media': 'The file holds no picture, sound or video that can be read.',
  'too-long': 'The recording is too long to be processed.',
  failed: 'The file could not be processed.',
};

/** A file is not what it should be. The message is a sentence for people; `cause` may hold the library's own words. */
export class MediaUnreadable extends Error {
  override name = 'MediaUnreadable';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(sentences[reason], options);
    this.reason = reason;
  }
}

/**
 * The machine and not the file ended the work: the program was killed, as the kernel does where memory is short, or took too
 * long, or found no memory, disk or file handle. The file may be fine; another try may come to an end.
 */
export class ProcessingInterrupted extends Error {
  override name = 'ProcessingInterrupted';
}

/** This machine lacks the program that reads such a file: the file may be fine. */
export class NoDecoder extends Error {
  override name = 'NoDecoder';

  constructor() {
    super('This machine has no decoder for such files.');
  }
}
