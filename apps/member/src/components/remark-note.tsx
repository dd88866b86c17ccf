import { defineWords, useWords } from '@holdfast/client/i18n';
import styles from './remark-note.module.css';

const remarkWords = defineWords({
  'zh-TW': {
    title: '掛單備註',
    byMember: '由掛單的會員撰寫，不是穩付的說明。請只在訂單裡聯絡，付款以訂單顯示的帳戶為準。',
    removed: '客服已移除這段備註。',
  },
  en: {
    title: 'Remark',
    byMember:
      'Written by the member who made the listing, not by Holdfast. Talk only inside the order, and pay only to the account that the order shows.',
    removed: 'Support has taken this remark down.',
  },
});

/** What the owner of a listing says, as text and nothing else; null: it was taken down. */
export function RemarkNote({ text }: { text: string | null }) {
  const say = useWords(remarkWords);
  return (
    <section className={styles.remark} aria-label={say('title')}>
      <p className={styles.title}>{say('title')}</p>
      <p className={styles.text}>{text ?? say('removed')}</p>
      {text !== null && <p className={styles.note}>{say('byMember')}</p>}
    </section>
  );
}
