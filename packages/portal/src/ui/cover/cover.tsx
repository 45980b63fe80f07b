import styles from './cover.module.css'

/** A picture above the heading of a page. It says nothing that the page does not. */
export const Cover = ({ picture }: { picture: string }) => (
  <img className={styles.cover} src={picture} alt="" />
)
