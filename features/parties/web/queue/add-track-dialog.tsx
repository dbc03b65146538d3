import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { search as limits } from '#content/search/contract/limits.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { FoundTrack } from '#content/search/contract/endpoints.ts';
import { TrackChoices } from '#content/core/web/tracks/track-choices.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { SearchBox } from '#platform/web/ui/controls/search-box.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { QueueSets } from './queue-sets.tsx';
import { stageQuery } from '#features/parties/web/queries.ts';

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
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const add = async ({ id: trackId, uploadId, title }: FoundTrack) => {
    setBusy(trackId);
    try {
      const { queue } = await call('POST /parties/:partyId/queue', {
        params: { partyId },
        body: { uploadId, trackId },
      });
      client.setQueryData(stageQuery(call, partyId).queryKey, (data) => data && { ...data, queue });
      toast({ title: 'Added to the queue', description: title, kind: 'success' });
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <TrackChoices
      added={nothing}
      busy={busy}
      isPublic
      onAdd={(track) => void add(track)}
      source={{ kind: 'audio', isOwn, search }}
    />
  );
}

/** A track may be queued again once it has played. */
const nothing: ReadonlySet<string> = new Set();
