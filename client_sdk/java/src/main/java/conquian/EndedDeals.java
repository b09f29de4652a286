package conquian;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The ids of deals that ended lately, so that a start that comes twice is told from a new deal.
 * What a referee sends again after a lost connection is recent: a thousand are plenty.
 */
final class EndedDeals {
  private static final int REMEMBERED = 1024;

  private final Set<Long> ids = new LinkedHashSet<>();

  boolean contains(long id) {
    return ids.contains(id);
  }

  void add(long id) {
    ids.add(id);
    if (ids.size() > REMEMBERED) {
      ids.remove(ids.iterator().next());
    }
  }

  void clear() {
    ids.clear();
  }
}
