import { useState } from 'react';
import { search as limits } from '#content/search/contract/limits.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { FoundTrack } from '#content/search/contract/endpoints.ts';
import { TrackChoices } from '#content/core/web/tracks/track-choices.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { SearchBox } from '#platform/web/ui/controls/search-box.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { QueueSets } from './queue-sets.tsx';
import { useAddToQueue } from '#features/parties/web/use-change.ts';

/** What the dialog lists. */
const sources = [
  { value: 'tracks', label: 'All tracks', isOwn: false },
  { value: 'tracks', label: 'My tracks', isOwn: true },
  { value: 'sets', label: 'All sets', isOwn: false },
  { value: 'sets', label: 'My sets', isOwn: true },
] as const;

/** Chooses a track or a set of the site for the queue, by typing: one's own, or anybody's. */
export default function AddTrackDialog({ partyId, onClose }: { partyId: string; onClose: () => void }) {
  const [source, setSource] = useState<(typeof sources)[number]>(sources[0]);
  const [search, setSearch] = useState('');
  const isTracks = source.value === 'tracks';
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open size="lg" title="Add a track">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {(isTracks || !source.isOwn) && (
          <SearchBox
            label={isTracks ? 'Search tracks' : 'Search sets'}
            maxLength={isTracks ? limits.queryMax : sharing.searchMax}
            onSearch={setSearch}
            search={search}
          />
        )}
        <ChipRow label="What to add">
          {sources.map((choice) => (
            <Chip key={choice.label} onSelect={() => setSource(choice)} selected={choice === source}>
              {choice.label}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {/* Of one height, so that the field stays where it is while results come and go. */}
      <div className="mt-3 h-[45dvh] overflow-y-auto">
        {isTracks ? (
          <Tracks isOwn={source.isOwn} partyId={partyId} search={search} />
        ) : (
          <QueueSets isOwn={source.isOwn} partyId={partyId} search={search.slice(0, sharing.searchMax)} />
        )}
      </div>
    </Dialog>
  );
}

function Tracks({ partyId, isOwn, search }: { partyId: string; isOwn: boolean; search: string }) {
  const call = useCall();
  const { busy, add } = useAddToQueue(partyId);
  const addTrack = ({ id: trackId, uploadId, title }: FoundTrack) =>
    add(
      trackId,
      () => call('POST /parties/:partyId/queue', { params: { partyId }, body: { uploadId, trackId } }),
      () => ({ title: 'Added to the queue', description: title }),
    );
  return (
    <TrackChoices
      added={nothing}
      busy={busy}
      isPublic
      onAdd={(track) => void addTrack(track)}
      source={{ kind: 'audio', isOwn, search }}
    />
  );
}

/** A track may be queued again once it has played. */
const nothing: ReadonlySet<string> = new Set();
