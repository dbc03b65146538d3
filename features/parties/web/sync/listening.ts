/** Samples a second that are enough for the clicks. */
const RATE = 16_000;

/** Whether this browser can hear with a microphone here: pages without encryption have none. */
export const canListen = (): boolean =>
  (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined &&
  typeof MediaRecorder === 'function';

/**
 * Hears with the microphone for some seconds, once the reader has allowed it. What it heard is in memory until the caller
 * lets go of it, and nowhere else.
 * @param onBegin the microphone is on
 * @param signal turns it off before its time
 * @throws {DOMException} `NotAllowedError` where it was not allowed, `NotFoundError` where there is none, `AbortError`
 */
export async function listen(
  seconds: number,
  onBegin: () => void,
  signal: AbortSignal,
): Promise<{ samples: Float32Array; rate: number }> {
  // What makes calls clearer takes clicks for noise.
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  try {
    signal.throwIfAborted();
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 192_000 });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    await new Promise<void>((resolve, reject) => {
      recorder.addEventListener('stop', () => resolve());
      recorder.addEventListener('error', () =>
        reject(new DOMException('The microphone was lost.', 'NotReadableError')),
      );
      const stop = (): void => {
        if (recorder.state !== 'inactive') recorder.stop();
      };
      recorder.addEventListener('start', () => {
        onBegin();
        setTimeout(stop, seconds * 1000);
      });
      signal.addEventListener('abort', stop);
      recorder.start();
    });
    signal.throwIfAborted();
    const heard = await new Blob(parts).arrayBuffer();
    const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(heard);
    return { samples: decoded.getChannelData(0), rate: decoded.sampleRate };
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
