import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { bytesText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { exportsQuery } from '../queries.ts';
import { SettingsCard } from './settings-card.tsx';

/** A copy of everything that the member made. */
export function ExportSection() {
  const call = useCall();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery(exportsQuery(call));
  const ask = async () => {
    setBusy(true);
    try {
      await call('POST /account/exports');
      await queries.invalidateQueries({ queryKey: ['account', 'exports'] });
    } catch (failure) {
      failureToast(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SettingsCard
      about="Your account, profile, posts, replies and everything else that you made here, with your files, the earlier versions of your texts and your sets as playlists: a ZIP with pages to read and JSON for programs. WAV, AIFF, MP3 and FLAC files without a title get title, artist and album. It is kept for 7 days."
      title="Download my data"
    >
      {error && <ErrorState compact onRetry={() => void refetch()} title="Your exports could not be loaded." />}
      {data && data.items.length > 0 && (
        <ul className="mb-3 grid gap-1">
          {data.items.map((item) => (
            <li className="flex items-center justify-between gap-3" key={item.id}>
              <RelativeTime date={item.createdAt} />
              {item.state === 'waiting' && <span className="text-soft">Being made…</span>}
              {item.state === 'failed' && <span className="text-danger">Failed. Please ask again.</span>}
              {item.url !== null && (
                <a className="link" download href={item.url}>
                  {item.bytes === null ? 'Download' : `Download (${bytesText(item.bytes)})`}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button busy={busy} onClick={() => void ask()}>
        Make a copy
      </Button>
    </SettingsCard>
  );
}
