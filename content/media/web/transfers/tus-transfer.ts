import type { DetailedError, HttpResponse, Upload } from 'tus-js-client';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { fileErrors } from '#platform/contract/file-errors.ts';
import { type ErrorKind, shownErrors, transferFailure } from '#platform/contract/shown-errors.ts';
import { type FilePurpose, media } from '#content/media/contract/limits.ts';
import { isProblem } from '#platform/web/lib/call.ts';

/** Where transfers start: the endpoint of the tus protocol. */
export const transfersPath = '/api/v1/files/uploads';

/**
 * Why a file did not arrive, in the server's words, or in the catalogue's where no answer gives a reason (`isUnexplained`).
 * `network` may be tried again once there is a connection.
 */
export interface TransferError {
  readonly code: ErrorCode | 'network';
  readonly title: string;
  readonly detail: string;
}

/** What a transfer reports while it runs. */
export interface TransferEvents {
  /** The server knows the transfer by this address from now on: it can be resumed there. */
  onAddress: (address: string) => void;
  /** Bytes that have left the browser. */
  onSent: (bytes: number) => void;
  /** Bytes that the server has acknowledged. */
  onStored: (bytes: number) => void;
  /** A transient failure, which is retried automatically. */
  onRetry: () => void;
  /** The server takes no more for so many seconds; it goes on by itself then. */
  onLimit: (seconds: number) => void;
  onDone: (fileId: string) => void;
  onError: (error: TransferError) => void;
}

/** One file on its way. */
export interface Transfer {
  /** Begins, or resumes at the server's offset. */
  start: () => void;
  /** Pauses; the server keeps the bytes that have arrived. */
  pause: () => void;
}

/** Makes a transfer. @param address of a transfer that was started earlier, to be resumed */
export type OpenTransfer = (
  file: File,
  asked: { readonly purpose: FilePurpose; readonly address: string | null },
  events: TransferEvents,
) => Promise<Transfer>;

/** Backoff: delays before each retry, in milliseconds; reset once bytes have arrived. */
const RETRY_MS = [1000, 2000, 5000, 10_000, 20_000, 30_000];

/** Seconds to wait after a rate limit that does not say how long, and the most that is believed. */
const LIMIT_SECONDS = { unsaid: 10, most: 3600 };

/** Whether a request for the state of a transfer failed. Such answers have no body. */
class Unanswered extends Error {
  readonly response: HttpResponse;
  constructor(response: HttpResponse) {
    super(`The state of the upload is unknown (${response.getStatus()}).`);
    this.response = response;
  }
}

const refusalOfStatus: Readonly<Record<number, { code: ErrorCode; kind: ErrorKind }>> = {
  401: { code: 'sign_in_required', kind: shownErrors.sign_in_required },
  429: { code: 'rate_limited', kind: shownErrors.rate_limited },
  503: { code: 'storage_gone', kind: fileErrors.storage_gone },
  507: { code: 'storage_full', kind: fileErrors.storage_full },
};

const answerTo = (error: DetailedError): HttpResponse | null =>
  error.originalResponse ?? (error.causingError instanceof Unanswered ? error.causingError.response : null);
const statusOf = (error: DetailedError): number => answerTo(error)?.getStatus() ?? 0;

/** Seconds that a rate limit asks to wait (`Retry-After`); null for every other answer. */
export function limitSeconds(status: number, retryAfter: string | undefined, body: string): number | null {
  // Too many unfinished transfers, for one, are not fewer after a while.
  const { code } = readRefusal(status, body);
  if (status !== 429 || code !== 'rate_limited') return null;
  const seconds = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter ?? '') - Date.now()) / 1000);
  return Number.isNaN(seconds) ? LIMIT_SECONDS.unsaid : Math.min(LIMIT_SECONDS.most, Math.max(1, seconds));
}

function limitOf(error: DetailedError | Error): number | null {
  const answer = 'originalRequest' in error ? answerTo(error) : null;
  return answer && limitSeconds(answer.getStatus(), answer.getHeader('Retry-After'), answer.getBody());
}

/** Whether a new try may help: a lost connection, another try that has not ended yet, a server in trouble. */
function mayPass(status: number): boolean {
  if (status === 0) return navigator.onLine;
  return status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507);
}

/** Refusals that a retry with the same file would get again. */
const final = new Set<string>(['file_type_refused', 'file_too_large', 'file_empty'] satisfies ErrorCode[]);

/** Whether trying once more may help. */
export const mayTryAgain = (error: TransferError): boolean => !final.has(error.code);

/** Nobody has said why: the connection failed, or the server did. A form that has words of its own shows those. */
export const isUnexplained = ({ code }: { readonly code: string }): boolean =>
  code === 'network' || code === 'internal';

/** The server's words for a refusal, or the catalogue's for a connection or a server that failed. */
export function readRefusal(status: number, body: string): TransferError {
  const failed = { title: transferFailure.title, detail: transferFailure.text };
  try {
    const problem: unknown = JSON.parse(body);
    if (isProblem(problem))
      return {
        code: problem.code,
        ...(isUnexplained(problem) ? failed : { title: problem.title, detail: problem.detail }),
      };
  } catch {
    // A proxy's page, or no answer at all.
  }
  const known = refusalOfStatus[status];
  if (!known) return { code: 'network', ...failed };
  const { code, kind } = known;
  return { code, title: kind.title ?? transferFailure.title, detail: kind.text ?? transferFailure.text };
}

/** A transfer by the tus protocol. Its library is loaded with the first file. */
export const openTransfer: OpenTransfer = async (file, { purpose, address }, events) => {
  const { Upload: TusUpload } = await import('tus-js-client');
  let limit: ReturnType<typeof setTimeout> | undefined;
  const upload: Upload = new TusUpload(file, {
    endpoint: new URL(transfersPath, location.href).href,
    ...(address !== null && { uploadUrl: new URL(address, location.href).href }),
    metadata: { filename: file.name, purpose },
    chunkSize: media.chunkBytes,
    retryDelays: RETRY_MS,
    // The queue keeps the addresses: it shows what is unfinished.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => upload.url !== null && events.onAddress(new URL(upload.url).pathname),
    onProgress: (sent) => events.onSent(sent),
    onChunkComplete: (_size, accepted) => events.onStored(accepted),
    onSuccess: () => events.onDone(upload.url?.split('/').at(-1) ?? ''),
    onAfterResponse(request, response) {
      // The library starts again when it cannot learn the offset of a transfer. Only a transfer that is gone may start
      // again.
      const status = response.getStatus();
      if (request.getMethod() === 'HEAD' && (status === 401 || status === 403 || status === 429 || status >= 500))
        throw new Unanswered(response);
    },
    onShouldRetry(error) {
      const isRetried = limitOf(error) === null && mayPass(statusOf(error));
      if (isRetried) events.onRetry();
      return isRetried;
    },
    onError(error) {
      const seconds = limitOf(error);
      if (seconds !== null) {
        limit = setTimeout(() => upload.start(), seconds * 1000);
        return events.onLimit(seconds);
      }
      if (!('originalRequest' in error)) return events.onError(readRefusal(0, ''));
      events.onError(readRefusal(statusOf(error), error.originalResponse?.getBody() ?? ''));
    },
  });
  return {
    start() {
      clearTimeout(limit);
      upload.start();
    },
    pause() {
      clearTimeout(limit);
      void upload.abort();
    },
  };
};
