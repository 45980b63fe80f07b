import styles from './cover.module.css'

/** A band above the heading of a page, filled by the brand's picture. It says nothing that the page does not. */
export const Cover = ({ picture }: { picture: string }) => (
  <div className={styles.cover}>
    <img src={picture} alt="" />
  </div>
)
