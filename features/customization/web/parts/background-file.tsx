import { Music, Upload } from 'lucide-react';
import type { ProfileSettings } from '#features/customization/contract/endpoints.ts';
import type { BackgroundKind } from '#people/profiles/contract/appearance-limits.ts';
import { filePurposes } from '#content/media/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { seemingKind } from '#content/media/web/transfers/transfer-record.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { FileActions } from './file-actions.tsx';
import { useFileSlot } from '../use-file-slot.ts';

const names: Readonly<Record<BackgroundKind, string>> = { image: 'Image', video: 'Video', audio: 'Audio' };

/** The background image, video or audio: chosen, going up, there, or being processed. */
export function BackgroundFile({ kind, file }: { kind: BackgroundKind; file: ProfileSettings['files']['image'] }) {
  const call = useCall();
  const slot = useFileSlot({
    purpose: 'background',
    name: `background-${kind}`,
    savedUrl: file?.url ?? null,
    claim: (fileId) => call('PUT /profile-settings/backgrounds/:kind', { params: { kind }, body: { fileId } }),
    failure: { title: 'Error', description: `Failed to upload background ${kind}` },
    success: { title: 'Success', description: `Background ${kind} updated successfully` },
    removed: { title: 'Success', description: `Background ${kind} removed successfully` },
  });
  const choose = (chosen: File) => {
    const fileKind = seemingKind(chosen);
    if (fileKind !== null && fileKind !== kind)
      toast({ title: 'File type not supported', description: `This place takes ${kind} files.`, kind: 'error' });
    else if (slot.admits(chosen)) slot.choose(chosen);
  };
  const shownUrl = slot.previewUrl ?? file?.url ?? null;
  return (
    <section aria-label={`Background ${kind}`} className="grid gap-2">
      <h4 className="text-sm font-semibold">{names[kind]}</h4>
      {kind === 'image' && shownUrl !== null && (
        <img alt="" className="aspect-video w-full rounded-control bg-raised object-cover" src={shownUrl} />
      )}
      {kind === 'video' && shownUrl !== null && (
        <video
          className="aspect-video w-full rounded-control bg-raised object-cover"
          muted
          playsInline
          preload="metadata"
          src={shownUrl}
        >
          <track kind="captions" />
        </video>
      )}
      {kind === 'audio' && file && (
        <p className="flex min-w-0 items-center gap-2 rounded-control border border-hairline px-3 py-2 text-sm">
          <Music aria-hidden="true" className="shrink-0 text-soft" size={16} />
          <span className="truncate">{file.name}</span>
        </p>
      )}
      {slot.progress !== null && (
        <progress
          aria-label={`Background ${kind} on its way`}
          className="h-1.5 w-full accent-mark"
          max={1}
          value={slot.progress}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FileActions
          accept={`${kind}/*`}
          busy={slot.busy}
          icon={<Upload aria-hidden="true" size={15} />}
          onFile={choose}
          testId={`background-${kind}-input`}
          onRemove={file ? slot.remove : null}
        >
          {file ? `Change ${kind}` : `Choose ${kind}`}
        </FileActions>
        <span className="text-xs text-faint" role="status">
          {file && file.url === null
            ? 'It is being processed. Visitors see it as soon as that is done.'
            : `Under ${filePurposes.background.maxBytes / 1024 / 1024}MB.`}
        </span>
      </div>
    </section>
  );
}
