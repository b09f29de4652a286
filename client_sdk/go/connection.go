package conquian

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"google.golang.org/grpc"

	pb "conquian/v1"
)

// Messages that may have been read and not yet heard; more stay with the transport.
const readAhead = 64

// arrival is a message with the time at which it came.
type arrival struct {
	response *pb.PlayResponse
	at       time.Time
}

// connection is one stream to the referee. What comes over it is read beside the bot's thinking,
// so that the end of the stream is seen at once and a request's time runs from its arrival.
type connection struct {
	arrivals chan arrival // closed at the stream's end
	end      error        // why the stream has ended, nil in order; to be read after that

	stream  pb.RefereeService_PlayClient
	cut     context.CancelFunc
	channel *grpc.ClientConn

	sending sync.Mutex // guards what follows, and sending itself
	left    bool
}

// connect opens a stream to the referee.
func connect(to address) (*connection, error) {
	channel, err := to.channel()
	if err != nil {
		return nil, err
	}
	ctx, cut := context.WithCancel(context.Background())
	stream, err := pb.NewRefereeServiceClient(channel).Play(to.authorized(ctx))
	c := &connection{
		arrivals: make(chan arrival, readAhead),
		stream:   stream,
		cut:      cut,
		channel:  channel,
	}
	if err != nil {
		c.close()
		return nil, err
	}
	go c.read()
	return c, nil
}

// send sends a message; once the bot has left it sends nothing.
func (c *connection) send(request *pb.PlayRequest) {
	c.sending.Lock()
	defer c.sending.Unlock()
	if !c.left {
		// A lost connection shows here as an error that says less than the reading side's.
		_ = c.stream.Send(request)
	}
}

// leave says goodbye and waits for the referee to end the stream; after a grace it is cut.
func (c *connection) leave(reason string, grace time.Duration) {
	timer := time.AfterFunc(grace, c.cut)
	defer timer.Stop()
	c.sayGoodbye(reason)
	for range c.arrivals { // until the end
	}
}

func (c *connection) sayGoodbye(reason string) {
	c.sending.Lock()
	defer c.sending.Unlock()
	if c.left {
		return
	}
	c.left = true
	_ = c.stream.Send(&pb.PlayRequest{Entries: []*pb.BotEntry{goodbye(reason)}})
	_ = c.stream.CloseSend()
}

func (c *connection) close() {
	c.cut()
	_ = c.channel.Close()
}

func (c *connection) read() {
	defer close(c.arrivals)
	for {
		response, err := c.stream.Recv()
		if err != nil {
			c.end = inOrder(err)
			return
		}
		select {
		case c.arrivals <- arrival{response, time.Now()}:
		case <-c.stream.Context().Done():
			c.end = c.stream.Context().Err()
			return
		}
	}
}

func inOrder(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
