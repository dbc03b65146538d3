import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeConnectionState } from './connection-state.ts';

const hanging = (signal?: AbortSignal): Promise<Response> =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
const answers = async (): Promise<Response> => new Response(null);

let { connectionState, liveConnection, probeSite, watched } = makeConnectionState();

beforeEach(() => {
  ({ connectionState, liveConnection, probeSite, watched } = makeConnectionState());
  vi.useFakeTimers();
  // The one of the platform does not follow a test's clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
    return controller.signal;
  });
});
afterEach(async () => {
  vi.stubGlobal('fetch', answers);
  liveConnection(true);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a live connection', () => {
  it('is shown as lost after ten seconds, not before, until it is back', () => {
    liveConnection(false);
    vi.advanceTimersByTime(5000);
    // A further try that failed is the same loss.
    liveConnection(false);
    vi.advanceTimersByTime(4999);
    expect(connectionState()).toBe('online');
    vi.advanceTimersByTime(1);
    expect(connectionState()).toBe('reconnecting');
    liveConnection(true);
    expect(connectionState()).toBe('online');
  });

  it('that is back within ten seconds was never lost', () => {
    liveConnection(false);
    vi.advanceTimersByTime(9000);
    liveConnection(true);
    vi.advanceTimersByTime(60_000);
    expect(connectionState()).toBe('online');
  });
});

describe('a dead network', () => {
  it('is said within five seconds of a call that nobody answers, until a probe is answered', async () => {
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => hanging(signal ?? undefined));
    void watched(hanging());
    await vi.advanceTimersByTimeAsync(5000);
    expect(connectionState()).toBe('offline');
    vi.stubGlobal('fetch', answers);
    await vi.advanceTimersByTimeAsync(5000);
    expect(connectionState()).toBe('online');
  });

  it('is said at once when calls and probes fail', async () => {
    const fails = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
    vi.stubGlobal('fetch', fails);
    await expect(watched(fails())).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(0);
    expect(connectionState()).toBe('offline');
  });

  it('is not assumed of a slow answer, of one call that failed, or of one that its page gave up', async () => {
    const fetching = vi.fn<() => Promise<Response>>(answers);
    vi.stubGlobal('fetch', fetching);
    const slow = watched(new Promise((resolve) => setTimeout(resolve, 30_000)));
    await vi.advanceTimersByTimeAsync(30_000);
    await slow;
    await expect(watched(Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetching).toHaveBeenCalledTimes(2);
    await expect(watched(Promise.reject(new DOMException('', 'AbortError')))).rejects.toThrow();
    expect(fetching).toHaveBeenCalledTimes(2);
    expect(connectionState()).toBe('online');
  });

  it('is probed once at a time', async () => {
    const fetching = vi.fn<() => Promise<Response>>(() => hanging(AbortSignal.timeout(100)));
    vi.stubGlobal('fetch', fetching);
    void probeSite();
    void probeSite();
    expect(fetching).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
  });
});
