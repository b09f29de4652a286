package conquian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AddressTest {
  private static void assertUnusable(String words, Map<String, String> environment) {
    ConquianException error = assertThrows(ConquianException.class, () -> Address.of(environment));
    assertEquals(2, error.exitStatus());
    assertTrue(error.getMessage().contains(words), error.getMessage());
  }

  @Test
  @DisplayName("Both kinds of address are taken, with a token or without.")
  void usable() throws ConquianException {
    Address address =
        Address.of(Map.of("CONQUIAN_ADDRESS", "unix:/run/r.sock", "CONQUIAN_TOKEN", "secret"));

    assertEquals("unix:/run/r.sock", address.target());
    assertEquals("secret", address.token());
    assertEquals("", Address.of(Map.of("CONQUIAN_ADDRESS", "localhost:7")).token());
  }

  @Test
  @DisplayName("What is missing or wrong is named.")
  void unusable() {
    assertUnusable("CONQUIAN_ADDRESS", Map.of());
    assertUnusable("host:port", Map.of("CONQUIAN_ADDRESS", "localhost"));
    assertUnusable(
        "/no/such.pem", Map.of("CONQUIAN_ADDRESS", "localhost:7", "CONQUIAN_CA", "/no/such.pem"));
  }
}
