import { lateWindow } from '#content/core/web/page/late-window.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ItemArchive } from '#content/media/contract/archives.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ProcessAgain } from '#content/media/web/process-again.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { bytesText, countText } from '#platform/web/lib/format.ts';
import { buttonStyle } from '#platform/web/ui/controls/button-style.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { EntryBrowser } from './entry-browser.tsx';
import { versionsQuery } from './queries.ts';
import { archiveAddress, archiveFacts, creditsText } from './words.ts';

const BuyDialog = lateWindow('The form', () => import('./buy-dialog.tsx'));
const VersionDialog = lateWindow('The form', () => import('./version-dialog.tsx'));

/** The archive of a thing: what it holds, what it costs, its versions. */
export default function ArchivePanel({ item }: { item: SharedItem }) {
  const [open, setOpen] = useState<'buy' | 'version' | null>(null);
  const { viewer } = useAuth();
  const { archive, can, price } = item;
  if (!archive) return null;
  return (
    <section
      aria-labelledby="archive-title"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-hairline pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h2 className="heading text-lg wrap-anywhere" id="archive-title">
            {archive.name}
          </h2>
          <p className="tape text-xs text-faint">{archiveFacts(archive)}</p>
        </div>
        {can.buy && price !== null && (
          <Button onClick={() => setOpen('buy')} onPointerEnter={BuyDialog.preload} variant="primary">
            Buy for {creditsText(price)}
          </Button>
        )}
        {price !== null && !viewer && (
          <ButtonLink to="/auth" variant="primary">
            Sign in to buy for {creditsText(price)}
          </ButtonLink>
        )}
        {can.download && (
          <a className={buttonStyle('primary')} download href={archiveAddress(archive)}>
            <Download aria-hidden="true" size={18} />
            Download {bytesText(archive.bytes)}
          </a>
        )}
      </div>
      <Warnings archive={archive} />
      {price !== null && !can.download && archive.processing === 'done' && (
        <p className="text-sm text-soft">
          You can see what is in it. Its sounds play, and it can be downloaded, once you have bought it.
        </p>
      )}
      {price !== null && can.addVersion && (
        <p className="text-sm text-soft">
          If you delete this, it leaves the list, and members who have bought it can still hear and download it.
        </p>
      )}
      {item.bought && item.visibility === 'published' && (
        <p className="text-sm text-ok">
          You have bought this. It stays yours to hear and download, also when its author takes it down.
        </p>
      )}
      <State item={item} archive={archive} />
      <Versions item={item} onAdd={can.addVersion ? () => setOpen('version') : undefined} />
      {open === 'buy' && <BuyDialog item={item} onClose={() => setOpen(null)} onGiveUp={() => setOpen(null)} />}
      {open === 'version' && viewer && (
        <VersionDialog item={item} onClose={() => setOpen(null)} onGiveUp={() => setOpen(null)} viewer={viewer} />
      )}
    </section>
  );
}

/** Programs and archives in the archive: nobody has looked into them. */
function Warnings({ archive: { programs, nested } }: { archive: ItemArchive }) {
  const count = (number: number, singular: string, several: string) => `${number} ${number === 1 ? singular : several}`;
  const parts = [
    ...(programs ? [count(programs, 'program', 'programs')] : []),
    ...(nested ? [count(nested, 'archive that was not opened', 'archives that were not opened')] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p className="flex items-start gap-2 rounded-control bg-danger-wash p-3 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 shrink-0 text-danger" size={16} />
      <span>It holds {parts.join(' and ')}. Run a program only if you trust who made it.</span>
    </p>
  );
}

function State({ item, archive }: { item: SharedItem; archive: ItemArchive }) {
  const { fileId: id, mayProcessAgain, name } = archive;
  const again = <ProcessAgain file={{ id, mayProcessAgain }} name={name} />;
  if (archive.processing === 'waiting')
    return (
      <p className="text-sm text-soft" role="status">
        The archive is being listed. This page shows it in a moment.
      </p>
    );
  if (archive.processing !== 'done')
    return (
      <>
        <p className="text-sm text-danger" role="alert">
          {archive.reason ?? 'This archive cannot be read. Its author can add another version of it.'}
        </p>
        {again}
      </>
    );
  return (
    <>
      {again}
      {archive.reason !== null && <p className="text-sm wrap-anywhere text-soft">{archive.reason}</p>}
      <EntryBrowser key={archive.fileId} fileId={archive.fileId} item={item} />
    </>
  );
}

/** Versions with what is new in them. One alone is said only to who can add another. */
function Versions({ item, onAdd }: { item: SharedItem; onAdd: (() => void) | undefined }) {
  const call = useCall();
  const { archive, can } = item;
  const isSeveral = (archive?.version ?? 1) > 1;
  const { data } = useQuery({ ...versionsQuery(call, item.kind, item.id), enabled: isSeveral });
  if (!isSeveral && !onAdd) return null;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <h3 className="heading">Versions</h3>
        {onAdd && (
          <Button
            className="ms-auto"
            icon={<Plus aria-hidden="true" size={16} />}
            onClick={onAdd}
            onPointerEnter={VersionDialog.preload}
            size="sm"
          >
            Add a version
          </Button>
        )}
      </div>
      {isSeveral && data && (
        <ol aria-label="Versions" className="grid gap-2">
          {data.items.map((version) => (
            <li
              key={version.number}
              className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-control bg-sunken p-3 text-sm"
            >
              <span className="tape font-semibold">{countText(version.number)}</span>
              <div className="min-w-0 flex-1">
                <p className="text-faint">
                  <RelativeTime date={version.createdAt} /> · {bytesText(version.bytes)}
                </p>
                {version.notes !== '' && <p className="whitespace-pre-line wrap-anywhere">{version.notes}</p>}
              </div>
              {can.download && version.processing === 'done' && (
                <a
                  aria-label={`Download version ${version.number}`}
                  className={buttonStyle('ghost', 'sm')}
                  download
                  href={archiveAddress(version)}
                >
                  <Download aria-hidden="true" size={16} />
                  Download
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
