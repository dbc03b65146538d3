import { Ear, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { type Heard, delayOf } from '#features/parties/web/sync/calibration.ts';
import { startClicks } from '#features/parties/web/sync/click-track.ts';
import { listen } from '#features/parties/web/sync/listening.ts';
import { clampNudge } from '#features/parties/web/sync/nudges.ts';
import type { RoomSound } from '#features/parties/web/sync/room-sound.ts';

/** Seconds that the microphone is on, and those after which a reference falls silent by itself. */
const LISTEN_SECONDS = 13;
const REFERENCE_SECONDS = 90;

type State = 'idle' | 'asking' | 'listening' | 'working';

/** What to do where the clicks were not heard. */
const advice: Readonly<Record<Extract<Heard, { kind: 'unheard' }>['missing'], string>> = {
  both: 'No clicks were heard. Turn both devices up, hold them near the microphone, and try again.',
  device: 'This device was not heard. Turn it up, hold it near the microphone, and try again.',
  reference: 'Only this device was heard. Press “Click as the reference” on the second device, and try again.',
};

/** Why the microphone could not be used. */
function failureOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'The microphone was not allowed. You can set the delay by hand.';
  if (name === 'NotFoundError') return 'There is no microphone. You can set the delay by hand.';
  return 'The microphone could not be used. Try again, or set the delay by hand.';
}

/** What the panel does: clicks as the reference, or listens to both devices. */
function useCalibration(sound: RoomSound, nudge: number, onFound: (ms: number) => void) {
  const [state, setState] = useState<State>('idle');
  const [isReference, setIsReference] = useState(false);
  const [said, setSaid] = useState('');
  const listening = useRef<AbortController | null>(null);
  useEffect(() => () => listening.current?.abort(), []);
  useEffect(() => {
    if (!isReference) return;
    sound.setMuted(true);
    const stop = startClicks('reference', sound.serverNow, nudge);
    const timer = setTimeout(() => setIsReference(false), REFERENCE_SECONDS * 1000);
    return () => {
      clearTimeout(timer);
      stop();
      sound.setMuted(false);
    };
  }, [isReference, nudge, sound]);

  const measure = async () => {
    const abort = new AbortController();
    listening.current = abort;
    setSaid('');
    setState('asking');
    let stop = (): void => {};
    try {
      const { samples, rate } = await listen(
        LISTEN_SECONDS,
        () => {
          setState('listening');
          sound.setMuted(true);
          stop = startClicks('device', sound.serverNow, 0);
        },
        abort.signal,
      );
      stop();
      setState('working');
      // The words are drawn before the arithmetic takes its time.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const heard = delayOf(samples, rate);
      if (abort.signal.aborted) return;
      if (heard.kind === 'unheard') return setSaid(advice[heard.missing]);
      const ms = clampNudge(heard.ms);
      onFound(ms);
      setSaid(`This device is heard ${Math.abs(ms)} ms ${ms < 0 ? 'earlier' : 'later'}. The delay is set.`);
    } catch (error) {
      if (!abort.signal.aborted) setSaid(failureOf(error));
    } finally {
      stop();
      sound.setMuted(false);
      if (!abort.signal.aborted) setState('idle');
    }
  };
  return { state, said, isReference, setIsReference, measure };
}

/** Measures how much later this device is heard than another one: both click alternately, and a microphone records both. */
export default function CalibrationPanel({
  sound,
  nudge,
  onFound,
}: {
  sound: RoomSound;
  nudge: number;
  /** The delay that was found, within the limits of a nudge. */
  onFound: (ms: number) => void;
}) {
  const { state, said, isReference, setIsReference, measure } = useCalibration(sound, nudge, onFound);
  return (
    <div className="grid gap-3 rounded-control border border-hairline p-3">
      <p className="text-soft">
        Open this party on a second device that sounds without a delay, such as a phone without headphones, and press
        “Click as the reference” there. Then press “Listen” here and hold both near this microphone. Your browser asks
        before the microphone is on. It is on for {LISTEN_SECONDS} seconds; nothing is stored or sent.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          busy={state !== 'idle'}
          disabled={isReference}
          icon={<Ear aria-hidden="true" size={16} />}
          onClick={() => void measure()}
          size="sm"
        >
          Listen
        </Button>
        <Button
          aria-pressed={isReference}
          disabled={state !== 'idle'}
          icon={<Volume2 aria-hidden="true" size={16} />}
          onClick={() => setIsReference(!isReference)}
          size="sm"
          variant="ghost"
        >
          {isReference ? 'Stop clicking' : 'Click as the reference'}
        </Button>
      </div>
      <p role="status">
        {state === 'asking'
          ? 'Allow the microphone in your browser.'
          : state === 'listening'
            ? 'Listening to both devices…'
            : state === 'working'
              ? 'Comparing…'
              : said}
      </p>
    </div>
  );
}
