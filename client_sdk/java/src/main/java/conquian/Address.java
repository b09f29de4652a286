package conquian;

import conquian.v1.RefereeServiceGrpc;
import conquian.v1.RefereeServiceGrpc.RefereeServiceStub;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ManagedChannelProvider.ProviderNotFoundException;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Where the referee is.
 *
 * @param target {@code unix:/path} or {@code host:port}
 * @param token the access token; empty where none is needed
 * @param credentials of the connection: with TLS or without
 */
record Address(String target, String token, ChannelCredentials credentials)
    implements Client.Dialer {
  private static final String NAME = "CONQUIAN_ADDRESS";
  private static final String UNIX = "unix:";
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /**
   * The address that the environment tells.
   *
   * @throws ConquianException.Usage it tells none, or none that can be used
   */
  static Address of(Map<String, String> environment) throws ConquianException.Usage {
    String target = environment.getOrDefault(NAME, "");
    if (target.isEmpty()) {
      throw new ConquianException.Usage(
          "no address: a referee starts its bots with "
              + NAME
              + " set; to try your bot, run"
              + " `conquian play . greedy` in its folder");
    }
    if (!target.startsWith(UNIX) && !target.matches(".+:\\d+")) {
      throw new ConquianException.Usage(NAME + " " + target + ": give host:port or unix:/path");
    }
    String token = environment.getOrDefault("CONQUIAN_TOKEN", "");
    return new Address(target, token, credentials(environment.getOrDefault("CONQUIAN_CA", "")));
  }

  private static ChannelCredentials credentials(String ca) throws ConquianException.Usage {
    if (ca.isEmpty()) {
      return InsecureChannelCredentials.create();
    }
    try {
      return TlsChannelCredentials.newBuilder().trustManager(new File(ca)).build();
    } catch (IOException error) {
      throw new ConquianException.Usage("CONQUIAN_CA " + ca + ": " + error.getMessage());
    }
  }

  /**
   * Begins a stream to the referee; whether it can be reached shows in what arrives.
   *
   * @throws ConquianException.Usage no connection of that kind can be made here
   */
  @Override
  public Stream dial() throws ConquianException.Usage {
    ManagedChannel channel = channel();
    RefereeServiceStub stub = RefereeServiceGrpc.newStub(channel);
    if (!token.isEmpty()) {
      Metadata headers = new Metadata();
      headers.put(AUTHORIZATION, "Bearer " + token);
      stub = stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }
    return new GrpcStream(channel, stub);
  }

  private ManagedChannel channel() throws ConquianException.Usage {
    try {
      ManagedChannelBuilder<?> builder =
          Grpc.newChannelBuilder(target, credentials)
              .directExecutor()
              .disableRetry()
              // The end of a long leg is one message, and a bot trusts its referee.
              .maxInboundMessageSize(Integer.MAX_VALUE);
      return withTransport(builder).build();
    } catch (ProviderNotFoundException | IllegalArgumentException error) {
      throw new ConquianException.Usage(
          NAME
              + " "
              + target
              + ": "
              + error.getMessage()
              + " (Java dials unix sockets on Linux on"
              + " x86_64 and aarch64 only; elsewhere a bot needs host:port, which"
              + " transport = \"tcp\" in bot.toml asks for)");
    }
  }

  private ManagedChannelBuilder<?> withTransport(ManagedChannelBuilder<?> builder) {
    if (target.startsWith(UNIX)) {
      return builder.overrideAuthority("localhost");
    }
    // A referee that has vanished without a word is noticed over a network only by asking.
    return builder.keepAliveTime(30, TimeUnit.SECONDS).keepAliveTimeout(10, TimeUnit.SECONDS);
  }
}
