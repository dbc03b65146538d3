import { useId, useState } from 'react';
import type { Announcement } from '#features/announcements/contract/endpoints.ts';
import {
  type AnnouncementType,
  announcements as limits,
  announcementTypes,
} from '#features/announcements/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useReadAnnouncements } from './queries.ts';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';

/** Props of the form. */
export interface AnnouncementDialogProps {
  /** What is edited; without it, a new one is made. */
  item?: Announcement;
  onOpenChange: (open: boolean) => void;
}

/** A timestamp in the format of `<input type="datetime-local">`: the reader's local time. */
function wallClock(timestamp: string | null): string {
  if (timestamp === null) return '';
  const at = new Date(timestamp);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What such a field holds as a timestamp; null for nothing. */
function timestampOf(local: string): string | null {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/**
 * What is typed, and how it is sent. A title or text that is missing is refused by the server, whose toast has words of
 * its own for it: the fields have no names, so that the form does not speak before.
 */
function useAnnouncementForm({ item, onOpenChange }: AnnouncementDialogProps) {
  const call = useCall();
  const readAgain = useReadAnnouncements();
  const mayWait = item === undefined || !item.wasPublished;
  const [submitId] = useState(() => crypto.randomUUID());
  const [values, setValues] = useState({
    title: item?.title ?? '',
    type: item?.type ?? 'general',
    priority: String(item?.priority ?? limits.priorityMin),
    expires: wallClock(item?.expiresAt ?? null),
    publish: wallClock(item?.publishAt ?? null),
    content: item?.source ?? '',
  });
  const { busy, fields, formProps } = useForm(async () => {
    const { title, content, type, priority } = values;
    const body = {
      title,
      content,
      type,
      // What is no number counts as 1, by the contract.
      priority: numberOf(priority, limits.priorityMin),
      expiresAt: timestampOf(values.expires),
      // What is published has no time any more.
      ...(mayWait && { publishAt: timestampOf(values.publish) }),
    };
    if (item) {
      const params = { announcementId: item.id };
      await call('PATCH /announcements/:announcementId', { params, body: { ...body, baseVersion: item.version } });
      toast({ title: 'Success!', description: 'The announcement has been saved', kind: 'success' });
    } else {
      const { publishAt } = await call('POST /announcements', { body: { ...body, submitId } });
      const description = publishAt === null ? 'Announcement has been created' : 'It appears at its time.';
      toast({ title: 'Success!', description, kind: 'success' });
    }
    onOpenChange(false);
    await readAgain();
  });
  return {
    values,
    busy,
    fields,
    formProps,
    mayWait,
    set: (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change })),
  };
}

/** Staff write an announcement, or change one. */
export default function AnnouncementDialog(props: AnnouncementDialogProps) {
  const { item, onOpenChange } = props;
  const id = useId();
  const { values, set, busy, fields, mayWait, formProps } = useAnnouncementForm(props);
  return (
    <Dialog
      description={item ? undefined : 'Every member is notified of it when it appears.'}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy} form={id} type="submit" variant="primary">
            {item ? 'Save' : 'Create'}
          </Button>
        </>
      }
      onOpenChange={onOpenChange}
      open
      title={item ? 'Edit Announcement' : 'Create Announcement'}
    >
      <form className="grid gap-4" id={id} {...formProps}>
        <TextField
          error={fields['title']}
          label="Title"
          maxLength={limits.titleMax}
          onChange={(event) => set({ title: event.target.value })}
          required
          value={values.title}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label="Type"
            onChange={(event) => set({ type: event.target.value as AnnouncementType })}
            options={announcementTypes.map(({ key, label }) => ({ value: key, label }))}
            value={values.type}
          />
          <TextField
            error={fields['priority']}
            hint={`${limits.priorityMin} to ${limits.priorityMax}; above ${limits.highAbove} it is marked High Priority`}
            inputMode="numeric"
            label="Priority"
            max={limits.priorityMax}
            min={limits.priorityMin}
            onChange={(event) => set({ priority: event.target.value })}
            step={1}
            type="number"
            value={values.priority}
          />
        </div>
        {mayWait && (
          <TextField
            aside="optional"
            error={fields['publishAt']}
            hint={
              item
                ? 'In your time zone. Empty: it stays hidden until somebody publishes it'
                : 'In your time zone. Empty: it is published at once'
            }
            label="Publish At"
            name="publishAt"
            onChange={(event) => set({ publish: event.target.value })}
            type="datetime-local"
            value={values.publish}
          />
        )}
        <TextField
          aside="optional"
          error={fields['expiresAt']}
          hint="Leave empty for permanent announcement"
          label="Expires At"
          name="expiresAt"
          onChange={(event) => set({ expires: event.target.value })}
          type="datetime-local"
          value={values.expires}
        />
        <TextArea
          error={fields['content']}
          hint="Markdown works here"
          label="Content"
          maxLength={limits.contentMax}
          onChange={(event) => set({ content: event.target.value })}
          required
          rows={7}
          value={values.content}
        />
      </form>
    </Dialog>
  );
}
