import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { SoundRow } from '#features/player/web/sound-row.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { keyText } from '#platform/web/lib/format.ts';
import { playItem, soundName } from './play-item.ts';
import './music.css';

/** Props of {@link ItemSound}. */
export interface ItemSoundProps {
  item: SharedItem;
  /** That of the item. */
  sound: NonNullable<SharedItem['sound']>;
  layout: 'card' | 'page';
  /** The things around it in a list. */
  queue?: readonly SharedItem[] | undefined;
  /** False far down a page: its waveform is drawn in the browser. */
  atOnce?: boolean | undefined;
}

/** What sounds of a thing, and on its page what is known of it. */
export function ItemSound({ item, sound, layout, queue, atOnce }: ItemSoundProps) {
  const call = useCall();
  const name = soundName(item);
  const facts = [
    name !== item.title && name,
    sound.tempo !== null && `${Math.round(sound.tempo)} BPM`,
    sound.key !== null && keyText(sound.key),
  ].filter((fact) => fact !== false);
  return (
    <div aria-label={`Track: ${name}`} className="track-frame" role="group">
      <SoundRow
        atOnce={atOnce}
        id={item.id}
        layout={layout}
        name={name}
        onPlay={(atMs) => playItem(call, item, queue, atMs)}
        sound={sound}
      />
      {layout === 'page' && facts.length > 0 && (
        <p className="tape mt-1 truncate text-sm text-faint">{facts.join(' · ')}</p>
      )}
    </div>
  );
}
