import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { customization } from '#people/profiles/contract/appearance-limits.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useRowDrag } from '#platform/web/ui/use-row-drag.ts';
import { LinkRow } from './parts/link-row.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { SectionBody } from './section-body.tsx';
import { SectionForm } from './section-form.tsx';
import { type SectionValues, useSection } from './use-section.ts';

type Link = SectionValues<'links'>['links'][number];

/** Marks a link that the server does not know yet. */
const fresh = 'new:';

/** The section Links: at most 10, in the member's own order. */
export function LinksSection() {
  const section = useSection('links', 'Links', ({ links }) => ({
    links: links.map(({ id, ...link }) => (id.startsWith(fresh) ? link : { id, ...link })),
  }));
  const { links } = section.values;
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const set = (next: readonly Link[]) => section.change({ links: [...next] });
  const move = (from: number, to: number) => {
    const link = links[from];
    if (!link || to < 0 || to >= links.length) return;
    const others = links.filter((other) => other !== link);
    set([...others.slice(0, to), link, ...others.slice(to)]);
    setSaid(`${link.title || 'The link'} is now ${to + 1} of ${links.length}.`);
  };
  const drag = useRowDrag(list, move);
  const add = () => {
    set([...links, { id: `${fresh}${crypto.randomUUID()}`, title: '', url: '', isActive: true }]);
    setSaid('A link was added.');
    // The field is there after the next paint.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus());
  };
  return (
    <SectionBody
      lead="They stand on your profile, in this order."
      preview={<ProfilePreview over={{ links: section.values }} />}
      title="Links"
    >
      <SectionForm section={section}>
        {links.length === 0 && (
          <p className="rounded-card border border-dashed border-hairline-strong px-4 py-8 text-center text-soft">
            No links yet. Add the places where people find your work.
          </p>
        )}
        <ol ref={list} aria-label="Your links" className="grid gap-3" hidden={links.length === 0}>
          {links.map((link, index) => (
            <LinkRow
              errors={{
                title: section.fields[`links.${index}.title`],
                url: section.fields[`links.${index}.url`],
              }}
              grip={drag.gripOf(index)}
              index={index}
              isMoving={drag.moving === index}
              key={link.id}
              link={link}
              of={links.length}
              onChange={(part) => set(links.map((other) => (other === link ? { ...link, ...part } : other)))}
              onMove={(to) => move(index, to)}
              onRemove={() => {
                set(links.filter((other) => other !== link));
                setSaid(`${link.title || 'The link'} was removed.`);
              }}
            />
          ))}
        </ol>
        <p className="sr-only" role="status">
          {said}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            disabled={links.length >= customization.linksMax}
            icon={<Plus aria-hidden="true" size={16} />}
            onClick={add}
          >
            Add link
          </Button>
          <span className="text-sm text-faint">
            {links.length} of {customization.linksMax}
          </span>
        </div>
      </SectionForm>
    </SectionBody>
  );
}
