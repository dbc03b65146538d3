import { useSuspenseQuery } from '@tanstack/react-query';
import { type LegalKey, isOwnPage, legalPath } from '#people/legal/contract/limits.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { legalTextQuery } from './queries.ts';

/** `/legal/terms`, `/legal/privacy`, `/legal/rules`, `/pages/…`: a text of the operator, and its earlier versions. */
export function LegalPage({ textKey, version }: { textKey: LegalKey; version: number | undefined }) {
  const { data: text } = useSuspenseQuery(legalTextQuery(useCall(), textKey, version));
  const isOld = text.version !== text.current;
  return (
    <Page>
      <PageHeading
        back={isOld ? { to: legalPath(textKey), label: 'The version in force' } : undefined}
        lead={
          text.publishedAt === null ? (
            !isOwnPage(textKey) && 'The default text of the software.'
          ) : (
            <>
              Version {text.version}, published <LocalDate date={text.publishedAt} />
              {isOld && '. It is not in force any more'}.
            </>
          )
        }
        title={text.title}
      />
      {/* Headings of texts begin at the third level, as under the titles of posts. */}
      <h2 className="sr-only">Text</h2>
      {text.html === '' && <EmptyState title="Nothing is written here yet">Please come back later.</EmptyState>}
      <RichText className="mt-6" html={text.html} />
      {text.versions.length > 0 && (
        <section aria-labelledby="versions" className="mt-10 border-t border-hairline pt-5">
          <h2 className="font-semibold" id="versions">
            Versions
          </h2>
          <ul className="mt-2 grid gap-2">
            {text.versions.map((one) => (
              <li key={one.version}>
                <AppLink
                  className="link"
                  to={`${legalPath(textKey)}${one.version === text.current ? '' : `?version=${one.version}`}`}
                >
                  Version {one.version}
                </AppLink>{' '}
                <span className="text-soft">
                  <LocalDate date={one.publishedAt} />
                  {one.note !== '' && `: ${one.note}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}
