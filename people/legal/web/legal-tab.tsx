import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffLegalText } from '#people/legal/contract/endpoints.ts';
import { type LegalKey, isOwnPage, legalPath, legalTexts } from '#people/legal/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ShownName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { legalKeys, legalSourceQuery } from './queries.ts';

/** The tab Legal texts: the Markdown of a text, its versions, and publishing a new one. */
export function LegalTab({ textKey, version }: { textKey: LegalKey; version: number | undefined }) {
  const own = useAuth().site.sections?.pages ?? [];
  const query = useQuery(legalSourceQuery(useCall(), textKey, version));
  return (
    <>
      <nav aria-label="Texts" className="mb-4 flex flex-wrap gap-2">
        {[...legalTexts, ...own].map(({ key, title }) => (
          <AppLink
            className={classes('chip', key === textKey && 'chip-on')}
            current={key === textKey}
            key={key}
            to={`/admin/legal-texts?text=${key}`}
          >
            {title}
          </AppLink>
        ))}
      </nav>
      {!query.data && <NotLoaded label="The text" query={query} rows={5} />}
      {query.data && (
        <>
          <TextForm key={`${textKey} ${query.data.version} ${query.data.current}`} text={query.data} />
          <Versions text={query.data} />
        </>
      )}
    </>
  );
}

function TextForm({ text }: { text: StaffLegalText }) {
  const client = useQueryClient();
  const [source, setSource] = useState(text.source);
  const isOwn = isOwnPage(text.key);
  const [needsAcceptance, setNeedsAcceptance] = useState(!isOwn);
  const isOld = text.version !== text.current;
  const { busy, field, formProps } = useForm('PUT /staff/legal/:key', {
    params: { key: text.key },
    body: { needsAcceptance, baseVersion: text.current },
    onSent() {
      toast({
        title: 'Published',
        description: needsAcceptance
          ? 'Members are asked to accept it before they write again.'
          : 'It is in force for everybody.',
        kind: 'success',
      });
      return client.invalidateQueries({ queryKey: legalKeys.all });
    },
  });
  return (
    <form className="grid gap-4" {...formProps}>
      <p className="text-soft">
        {text.current === 0 && isOwn && 'The page is empty until you publish a text.'}
        {text.current === 0 &&
          !isOwn &&
          'The default text is shown at the moment. Replace it, and fill in what stands in [brackets].'}
        {text.current > 0 && `Version ${text.current} is in force.`}
        {isOld && ` You are looking at version ${text.version}: publish it to bring it back.`}
      </p>
      <TextArea
        {...field('source')}
        hint="Markdown."
        label={text.title}
        onChange={(event) => setSource(event.target.value)}
        rows={16}
        value={source}
      />
      <TextField
        {...field('note')}
        hint={isOwn ? 'Stands beside the version.' : 'Members read it where they are asked to accept the new version.'}
        label="What is new"
      />
      {!isOwn && (
        <Checkbox
          checked={needsAcceptance}
          hint="Without a tick it is a correction that asks nothing of anybody."
          label="Members must accept it before they write again"
          onChange={(event) => setNeedsAcceptance(event.target.checked)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} disabled={source.trim() === text.source.trim() && !isOld} type="submit" variant="primary">
          {isOld ? `Publish version ${text.version} again` : 'Publish'}
        </Button>
        <ButtonLink to={legalPath(text.key)}>Open the page</ButtonLink>
      </div>
    </form>
  );
}

function Versions({ text }: { text: StaffLegalText }) {
  return (
    <section aria-labelledby="versions" className="mt-8">
      <h2 className="mb-2 font-semibold" id="versions">
        Versions
      </h2>
      {text.versions.length === 0 && (
        <EmptyState title="No version of yours yet">Every version that you publish stays listed here.</EmptyState>
      )}
      <ul className="staff-rows">
        {text.versions.map((one) => (
          <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2" key={one.version}>
            <AppLink className="link" to={`/admin/legal-texts?text=${text.key}&version=${one.version}`}>
              Version {one.version}
            </AppLink>
            <span className="text-soft">
              <LocalDate date={one.publishedAt} />
              {one.by && (
                <>
                  {' by '}
                  <ShownName person={one.by} />
                </>
              )}
              {one.needsAcceptance ? ', to be accepted' : !isOwnPage(text.key) && ', a correction'}
            </span>
            {one.note !== '' && <span className="basis-full">{one.note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
